"""Start and stop the one server of a home, and tell by connecting whether it answers."""

from __future__ import annotations

import enum
import math
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

import psycopg
from psycopg.conninfo import make_conninfo

from muniment.embedded.account import Account
from muniment.embedded.cluster import ADMIN_USER, ensure_cluster, write_configuration
from muniment.embedded.locks import Deadline, FileLock, is_held
from muniment.embedded.log import log_tail, prune_log, refusal, start_log, tells_of_no_room
from muniment.embedded.places import Places, is_ours, make_directory
from muniment.embedded.programs import prepare_programs, reachable_bin
from muniment.errors import (
    DatabaseUnavailable,
    DiskFull,
    MunimentError,
    PlatformUnsupported,
    ServerStarting,
)

PORT = 5432
_CONNECT_TIMEOUT_S = 5
_STOP_TIMEOUT_S = 60
_DEATH_S = 5.0
"""How long the last processes of a server that was killed while it was stopped may take to end."""
_STILL_DYING = ("already exists", "still in use")


class Answer(enum.Enum):
    """What a server says when one connects."""

    READY = "it answered a query"
    BUSY = "it lives but takes nobody: starting, stopping or full"
    STRANGER = "it does not take our password"
    FULL = "it lives but takes nobody: its disk is full"
    SILENT = "nobody is there"


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledServer:
    """The server of one home. Call `ensure_answering` and `stop` only in one's turn."""

    places: Places
    account: Account
    bin_dir: Path
    password: str = field(repr=False)

    def conninfo(self, database: str, user: str) -> str:
        """Return the libpq keywords to connect with."""
        return make_conninfo(
            host=str(self.places.sockets),
            # Said to be empty, lest PGHOSTADDR of the environment lead elsewhere.
            hostaddr="",
            port=PORT,
            dbname=database,
            user=user,
            password=self.password,
        )

    def ask(self) -> Answer:
        """Connect and say what came of it.

        Raises:
            DatabaseUnavailable: the socket directory belongs to somebody else.
        """
        if not is_ours(self.places.sockets, self.account):
            return Answer.SILENT
        conninfo = self.conninfo("postgres", ADMIN_USER)
        try:
            with psycopg.connect(
                conninfo, autocommit=True, connect_timeout=_CONNECT_TIMEOUT_S
            ) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                return Answer.STRANGER
            if tells_of_no_room(str(error)):
                return Answer.FULL
            said = psycopg.pq.PGconn.ping(conninfo.encode())
            nobody = psycopg.pq.Ping.NO_RESPONSE
            return Answer.SILENT if said == nobody else Answer.BUSY
        return Answer.READY

    def ensure_answering(self, deadline: Deadline) -> None:
        """Start the server unless it answers, and return once it does.

        A server killed in any way leaves `server.hold` locked exactly until its last process
        is gone; only then is another one started, whatever process numbers are about.

        Raises:
            ServerStarting: it is still recovering at the deadline; it goes on recovering.
            DatabaseUnavailable, DiskFull, PlatformUnsupported: it cannot be started.
        """
        answer = self.ask()
        while answer is not Answer.READY:
            match answer:
                case Answer.STRANGER:
                    raise DatabaseUnavailable(
                        f"The bundled server does not accept the password in {self.places.password}."
                        f" Restore the file that belongs to the data in {self.places.data}."
                    )
                case Answer.FULL:
                    raise DiskFull(
                        f"The bundled server in {self.places.data} accepts nobody: the disk is full."
                        " Free some space, then try again."
                    )
                case Answer.BUSY:
                    pass
                case Answer.SILENT:
                    self._start_if_gone(deadline)
                case _:
                    assert_never(answer)
            answer = self.ask()
            if answer is not Answer.READY and not deadline.pause():
                raise self._too_late(answer, deadline)

    def _too_late(self, answer: Answer, deadline: Deadline) -> MunimentError:
        if answer is Answer.BUSY:
            return ServerStarting(
                f"The bundled server is still starting after {deadline.wait_s:g} s, perhaps recovering from a crash. It continues: try again, or wait longer."
            )
        return DatabaseUnavailable(
            f"A server for {self.places.data} is running but does not answer at {self.places.sockets}, "
            f"after {deadline.wait_s:g} s. Is it running in another container, or was its socket removed? Stop it there, then "
            f"try again. Its log says:\n{log_tail(self.places)}"
        )

    def _start_if_gone(self, deadline: Deadline) -> None:
        hold = FileLock(self.places.hold)
        if not hold.try_take():
            hold.drop()
            return
        try:
            self._clear_sockets()
            told = self._start(hold, deadline)
        finally:
            # Never unlocked: the server, if it came to live, holds this very lock.
            hold.hand_over()
        if told is None:
            if is_held(self.places.hold):
                return
            self.stop()
            raise PlatformUnsupported(
                f"{self.places.root} lies on a file system whose locks do not pass to children, "
                f"so Muniment could not tell whether a server is running. Use a home on a local disk."
            )
        dying = any(sign in told for sign in _STILL_DYING) and deadline.left_s > 0.0
        if not dying and not is_held(self.places.hold):
            raise refusal(f"The bundled server in {self.places.data} did not start.", told)

    def _start(self, hold: FileLock, deadline: Deadline) -> str | None:
        """Start it, handing it the hold; return None, or what was told if it did not start."""
        places, account = self.places, self.account
        programs = prepare_programs(self.bin_dir, places, account)
        make_directory(account, places.sockets)
        make_directory(account, places.log)
        ensure_cluster(places, account, programs, self.password, hold)
        settings = write_configuration(places, account)
        prune_log(places)
        start_log(places).unlink(missing_ok=True)
        self._clear_number()
        told = account.run(
            [
                *self._pg_ctl(programs.bin),
                "start",
                "--wait",
                f"--timeout={max(1, math.ceil(deadline.left_s))}",
                f"--log={start_log(places).relative_to(places.root)}",
                f"--options={shlex.join(word for each in settings for word in ('-c', each))}",
            ],
            cwd=places.root,
            pass_fds=(hold.fd,),
        )
        return None if told.returncode == 0 else f"{told.stdout}\n{log_tail(places)}"

    def _clear_number(self) -> None:
        """Remove the lock file of a server that is gone, which PostgreSQL judges by its number.

        Having the hold we know that no server of ours lives: the number, if it is in use at all,
        is a zombie's or a stranger's. PostgreSQL could not tell. A server that somebody else
        started on these data keeps its file, and PostgreSQL refuses to be a second.
        """
        file = self.places.data / "postmaster.pid"
        try:
            number = int(file.read_bytes().split(maxsplit=1)[0])
            elsewhere = not Path(f"/proc/{number}/cwd").samefile(self.places.data)
        except (OSError, ValueError, IndexError):
            elsewhere = True
        if elsewhere:
            file.unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop the server if it lives, disconnecting whoever is connected.

        Raises:
            DatabaseUnavailable: it would not stop.
        """
        places = self.places
        # A server that does not answer is not signalled: the number in its file may be anyone's.
        if self.ask() is Answer.SILENT:
            if not is_held(places.hold):
                self._clear_sockets()
            return
        bin_dir = reachable_bin(self.bin_dir, places, self.account)
        told = self.account.run(
            [
                *self._pg_ctl(bin_dir),
                "stop",
                "--mode=fast",
                "--wait",
                f"--timeout={_STOP_TIMEOUT_S}",
            ],
            cwd=places.root,
        )
        deadline = Deadline(_DEATH_S)
        while told.returncode != 0 and is_held(places.hold):
            if not deadline.pause():
                raise refusal(f"The bundled server in {places.data} did not stop.", told.stdout)
        self._clear_sockets()

    def _clear_sockets(self) -> None:
        """Remove the socket directory that a server which is gone has left behind."""
        sockets = self.places.sockets
        if is_ours(sockets, self.account):
            for left_over in sockets.iterdir():
                left_over.unlink(missing_ok=True)
            sockets.rmdir()

    def _pg_ctl(self, bin_dir: Path) -> list[str | Path]:
        # A relative path, because pg_ctl hands it to a shell and a home may hold any character.
        return [bin_dir / "pg_ctl", f"--pgdata={self.places.data.name}"]
