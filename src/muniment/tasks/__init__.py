"""Keep what is due: tasks and schedules, brought up by PgQueuer's queue; it knows no kind of task."""
