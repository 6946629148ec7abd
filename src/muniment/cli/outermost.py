"""Run a command and tell how it ended: nothing below lets an error pass untold."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from threading import Event
from types import FrameType
from typing import Any, Final, NoReturn

import typer
from typer.main import get_command

from muniment.cli.group import PROGRAM, app
from muniment.cli.hints import in_commands
from muniment.cli.printing import print_end, print_error
from muniment.cli.streams import keep_streams, tell_warnings
from muniment.errors import (
    CommandUnreadable,
    DiskFull,
    MunimentError,
    Unexpected,
    is_without_room,
    telling_of,
)
from muniment.store.interrupting import interrupt

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells give it."""

STOPPED: Final = 143
"""The exit code after SIGTERM, as shells give it."""

_TOLD_FULL: Final = (
    "The disk that this command writes to is full. What was acknowledged is stored; free some "
    "space, then run it again"
)

_told_to_stop: Final = Event()
"""Set from when SIGTERM is heard."""

_USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[1]


def main() -> NoReturn:
    """Run the command that the process was called with, and end with its exit code."""
    keep_streams()
    tell_warnings()
    signal.signal(signal.SIGTERM, _stop)
    try:
        ended = run(sys.argv[1:])
    except KeyboardInterrupt:  # again while the first one was told
        ended = _code_of_signal()
    signal.signal(signal.SIGINT, _leave)  # again while the process ends
    sys.exit(ended)


def _stop(number: int, frame: FrameType | None) -> None:
    """End a command that does not hear by itself that it is to stop, as Ctrl-C would: an event loop cancels it."""
    _told_to_stop.set()
    as_ctrl_c = signal.getsignal(signal.SIGINT)
    if callable(as_ctrl_c):
        as_ctrl_c(number, frame)
    else:  # a shell that put it into the background had it ignore Ctrl-C
        interrupt()


def _leave(*_: object) -> NoReturn:
    os._exit(_code_of_signal())


def _code_of_signal() -> int:
    return STOPPED if _told_to_stop.is_set() else INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code.

    0: done. 1: the answer is no (a check that failed, an answer that is not the same). 2 to 9:
    an error, by its category. 130: interrupted, 143: stopped by SIGTERM.
    """
    as_json, debug = "--json" in arguments, "--debug" in arguments
    try:
        ended = get_command(app).main(list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except MunimentError as error:
        return _told(error, as_json=as_json)
    except _USAGE_ERROR as error:
        return _told_usage(error, as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(as_json=as_json)
    except Exception as error:  # noqa: BLE001 - the outermost loop tells what nobody foresaw
        if debug:
            traceback.print_exc()
        if is_without_room(error):
            return _told(DiskFull(f"{_TOLD_FULL} ({error.strerror})."), as_json=as_json)
        message = f"{type(error).__name__}: {error}. This is a defect: please report it"
        hint = "." if debug else "; --debug shows where it happened."
        return _told(Unexpected(message + hint), as_json=as_json)
    if ended == INTERRUPTED:
        return _interrupted(as_json=as_json)
    return ended if isinstance(ended, int) else 0


def _told(error: MunimentError, *, as_json: bool) -> int:
    print_error(error.code, in_commands(error.message), as_json=as_json)
    return telling_of(error).exit_code


def _told_usage(error: Any, *, as_json: bool) -> int:
    if error.message.startswith("Got unexpected extra argument"):
        error.message += ". Quote a text of several words, and name an option."
    if not as_json:
        error.show()
        return telling_of(CommandUnreadable()).exit_code
    return _told(CommandUnreadable(error.format_message() or None), as_json=True)


def _interrupted(*, as_json: bool) -> int:
    print_end("stopped" if _told_to_stop.is_set() else "interrupted", as_json=as_json)
    return _code_of_signal()
