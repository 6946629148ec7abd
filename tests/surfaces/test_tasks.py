"""Tasks and schedules from the terminal, over HTTP and from a client, and what the doctor says of them."""

from __future__ import annotations

import json

import psycopg
import pytest

from muniment import MemoryClient
from muniment.errors import InvalidValue, TaskInOtherState, TaskNotFound
from muniment.model.tasks import TasksRun, TaskState
from tests.database import Database
from tests.surfaces.service import Service, code_of, listening_service
from tests.surfaces.terminal import Terminal

NOBODY = "00000000-0000-7000-8000-000000000000"


def park(database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.tasks SET state = 'parked', attempts = 8, error = 'it is broken',"
            " error_code = 'unexpected', ended_at = now()"
        )


def test_a_task_is_enqueued_shown_run_and_listed(quick: Terminal) -> None:
    assert quick("tasks").out == "No tasks.\n"
    made = quick.json("enqueue", "embed_backlog", '{"units_max": 10}', "--key", "k")
    assert (made["state"], made["arguments"], made["key"]) == ("waiting", {"units_max": 10}, "k")
    assert quick.json("get-task", made["id"]) == made
    assert quick.json("enqueue", "embed_backlog", "--key", "k")["id"] == made["id"]

    (listed,) = quick.json("tasks", "--state", "waiting")["items"]
    assert listed == made
    assert quick.json("tasks", "--kind", "compile_bank")["items"] == []
    shown = quick("get-task", made["id"]).out
    assert "embed_backlog" in shown
    assert "0 of 10000" in shown


def test_a_task_is_cancelled_and_a_parked_one_is_tried_again(
    quick: Terminal, database: Database
) -> None:
    first = quick.json("enqueue", "embed_backlog")["id"]
    assert quick.json("cancel-task", first)["state"] == "cancelled"
    assert quick.refusal("cancel-task", first)[:2] == (4, "task_in_other_state")

    second = quick.json("enqueue", "embed_backlog")["id"]
    assert quick.refusal("retry-task", second)[:2] == (4, "task_in_other_state")
    park(database)
    assert "it is broken" in quick("tasks", "--state", "parked").out
    again = quick.json("retry-task", second)
    assert (again["state"], again["attempts"]) == ("waiting", 0)


def test_a_worker_of_a_tenant_that_is_not_there_says_so(terminal: Terminal) -> None:
    terminal("add", "Ann drinks tea", "--tenant", "acme")
    for options in (("--once",), ("--once", "--tenants", "acme")):
        code, name, message = terminal.refusal("worker", *options, "--tenants", "nope")

        assert (code, name) == (3, "tenant_not_found")
        assert message.startswith("there is no tenant 'nope'. The first write opens it")
    assert terminal("worker", "--once", "--tenants", "acme").code == 0


def test_what_is_due_is_run_by_a_worker_or_by_the_command(terminal: Terminal) -> None:
    terminal.add("Mike lives in Bath")
    ran = terminal.json("run-pending")
    assert ran == {
        "embedded": 0,
        "waiting": 0,
        "tasks": {"done": 0, "postponed": 0, "parked": 0, "cancelled": 0},
    }
    terminal.json("enqueue", "embed_backlog")
    assert terminal("worker", "--once").out == (
        "Tasks: 1 done, 0 to be tried again, 0 parked, 0 cancelled.\n"
    )
    assert "Tasks: 0 done" in terminal("run-pending").out


def test_a_schedule_is_set_listed_and_switched_off(quick: Terminal) -> None:
    assert quick("schedules").out == "There is no schedule.\n"
    made = quick.json("set-schedule", "nightly", "embed_backlog", "0 3 * * *")
    assert made["next_at"].endswith("T03:00:00+00:00")
    assert quick.json("schedules") == [made]
    off = quick.json("set-schedule", "nightly", "--off")
    assert (off["next_at"], off["cron"]) == (None, "0 3 * * *")
    assert "off" in quick("schedules").out


@pytest.mark.parametrize(
    "arguments, told",
    [
        (["enqueue", "sing"], "kind is 'sing'; it must be one of "),
        (["enqueue", "embed_backlog", "[1]"], "arguments is not a JSON object"),
        (["enqueue", "embed_backlog", '{"x": 1}'], "'x' is not a field of EmbedBacklog"),
        (["enqueue", "embed_backlog", '{"units_max": "x"}'], "write a whole number"),
        (
            ["enqueue", "embed_backlog", '{"units_max": -5}'],
            "units_max is -5; write a number from 1",
        ),
        (["enqueue", "decay", '{"below": 5}'], "below is 5.0; write a number above 0, up to 1"),
        (
            ["set-schedule", "n", "decay", "0 3 * * *", "--arguments", '{"below": 0}'],
            "below is 0.0",
        ),
        (["enqueue", "embed_backlog", "--delay-s", "-1"], "delay_s is -1.0"),
        (["tasks", "--state", "lost"], "state is 'lost'; it must be one of waiting"),
        (["tasks", "--limit", "0"], "limit is 0; write a number from 1 to 1000"),
        (["get-task", "x"], "id is 'x', which is not an id"),
        (["set-schedule", "nightly"], "is new: give a kind and a cron expression"),
        (["set-schedule", "nightly", "embed_backlog", "at three"], "cron is 'at three'"),
    ],
)
def test_what_is_wrong_is_told(quick: Terminal, arguments: list[str], told: str) -> None:
    code, name, message = quick.refusal(*arguments)
    assert (code, name) == (2, "value_invalid")
    assert told in message
    assert quick.json("tasks")["items"] == []


def test_a_task_that_is_not_there_is_told(quick: Terminal) -> None:
    for command in ("get-task", "cancel-task", "retry-task"):
        assert quick.refusal(command, NOBODY)[:2] == (3, "task_not_found")


def test_the_doctor_tells_what_waits_and_the_memory_is_fit_all_the_same(
    quick: Terminal, database: Database
) -> None:
    assert told(quick) == (True, "no worker is alive; tasks: 0 waiting, 0 running, 0 parked", None)
    quick.json("enqueue", "embed_backlog")
    is_fit, detail, mend = told(quick)
    assert is_fit
    assert detail.startswith(
        "no worker is alive; tasks: 1 waiting, 0 running, 0 parked; the oldest due has waited since 20"
    )
    assert mend == "Run `muniment worker`, or `muniment run-pending` now and then."
    assert "Worth looking at:\n- tasks: Run `muniment worker`" in quick("doctor").out

    with psycopg.connect(database.admin) as connection:
        connection.execute(
            "INSERT INTO muniment_queue.workers (worker_id, name, concurrency)"
            " VALUES (gen_random_uuid(), 'here', 1)"
        )
    assert told(quick)[1].startswith("1 worker is alive; tasks: 1 waiting")
    assert told(quick)[2] is None
    with psycopg.connect(database.admin) as connection:
        connection.execute(
            "UPDATE muniment_queue.workers SET seen_at = now() - interval '1 minute'"
        )
    assert told(quick)[2] == mend

    park(database)
    assert told(quick) == (
        True,
        "no worker is alive; tasks: 0 waiting, 0 running, 1 parked",
        "See `muniment tasks --state parked`; then `muniment retry-task` or `cancel-task` each.",
    )


def told(terminal: Terminal) -> tuple[bool, str, str | None]:
    """Return what health says of tasks."""
    parts = json.loads(terminal("doctor", "--json").out)["parts"]
    (part,) = [each for each in parts if each["name"] == "tasks"]
    return part["ok"], part["detail"], part["mend"]


async def test_tasks_are_reached_over_http(service: Service, database: Database) -> None:
    made = await service.post("/v1/tasks", {"kind": "embed_backlog", "key": "k"})
    assert await service.get(f"/v1/tasks/{made['id']}") == made
    assert (await service.get("/v1/tasks", state="waiting"))["items"] == [made]
    ran = await service.post("/v1/tasks/run", {})
    assert ran["tasks"]["done"] == 1
    assert code_of(await service.http.post(f"/v1/tasks/{made['id']}/cancel", json={})) == (
        409,
        "task_in_other_state",
    )
    park(database)
    assert (await service.get("/ready"))["ready"] is True
    assert (await service.post(f"/v1/tasks/{made['id']}/retry", {}))["state"] == "waiting"
    put = await service.http.put(
        "/v1/schedules/nightly", json={"kind": "embed_backlog", "cron": "@daily"}
    )
    assert put.json() == (await service.get("/v1/schedules"))[0]


def test_a_client_has_the_same_methods_values_and_errors(database: Database) -> None:
    with listening_service(database) as address, MemoryClient(address) as client:
        made = client.enqueue("embed_backlog", {"units_max": 3}, key="k")
        assert (made.state, made.arguments) == (TaskState.WAITING, {"units_max": 3})
        assert client.tasks(state="waiting")[0] == client.get_task(made.id) == made
        assert client.run_pending().tasks == TasksRun(done=1)
        assert client.get_task(made.id).result == {"embedded": 0, "waiting": 0}
        with pytest.raises(TaskInOtherState):
            client.cancel_task(made.id)
        with pytest.raises(TaskNotFound):
            client.retry_task(NOBODY)
        with pytest.raises(InvalidValue, match="kind is 'sing'"):
            client.enqueue("sing")
        assert client.set_schedule("nightly", "embed_backlog", "@daily") == client.schedules()[0]
