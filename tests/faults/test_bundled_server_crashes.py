"""Whatever is killed, filled or lost, no acknowledged commit goes, and no dead lease counts."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE

import psycopg
import pytest

from muniment.embedded import Lease, lease
from muniment.embedded.account import Account, choose_account
from muniment.embedded.programs import find_programs
from muniment.errors import DatabaseUnavailable, DiskFull, PlatformUnsupported
from tests.faults.processes import children, other_process, postmaster, until

HOLDER = """
import sys
from pathlib import Path
from muniment.embedded import lease
held = lease(Path(sys.argv[1]))
print("leased", flush=True)
sys.stdin.readline()
"""

FORKER = """
import os, sys
from pathlib import Path
from muniment.embedded import lease
held = lease(Path(sys.argv[1]))
if os.fork() == 0:
    held.release()
    print("forked", flush=True)
    sys.stdin.readline()
    os._exit(0)
os.wait()
"""


@pytest.fixture
def home(made_once: Path, new_home: Path) -> Path:
    """Copy a home whose data are made already."""
    subprocess.run(["cp", "-a", str(made_once), str(new_home)], check=True)
    return new_home


def answers(held: Lease) -> bool:
    try:
        psycopg.connect(held.conninfo("postgres")).close()
    except psycopg.OperationalError:
        return False
    return True


def kill(*pids: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def insert_until_killed(conninfo: str, acknowledged: list[int], enough: threading.Event) -> None:
    with (
        suppress(psycopg.OperationalError),
        psycopg.connect(conninfo, autocommit=True) as connection,
    ):
        for number in range(1_000_000):
            connection.execute("INSERT INTO belief VALUES (%s)", [number])
            acknowledged.append(number)
            if number == 200:
                enough.set()


@pytest.mark.parametrize("everything", [True, False], ids=["with its children", "alone"])
def test_a_killed_server_loses_no_acknowledged_commit(home: Path, everything: bool) -> None:
    acknowledged: list[int] = []
    enough = threading.Event()
    with lease(home) as held:
        with psycopg.connect(held.conninfo("postgres")) as connection:
            connection.execute("CREATE TABLE belief (number int)")
        writer = threading.Thread(
            target=insert_until_killed,
            args=(held.conninfo("postgres"), acknowledged, enough),
        )
        writer.start()
        assert enough.wait(timeout=30)
        parent = postmaster(home)
        kill(parent, *(children(parent) if everything else ()))
        writer.join()
        assert not answers(held)
        held.revive()
        with psycopg.connect(held.conninfo("postgres")) as connection:
            stored = {row[0] for row in connection.execute("SELECT number FROM belief")}
        assert len(acknowledged) > 200
        assert stored >= set(acknowledged)


def test_a_living_stranger_with_the_number_of_the_dead_server_is_no_obstacle(home: Path) -> None:
    with lease(home) as held:
        parent = postmaster(home)
        kill(parent, *children(parent))
        # Of the same user: PostgreSQL itself sees that another user's process is none of its own.
        user = choose_account().uid if os.geteuid() == 0 else None
        with subprocess.Popen(["/bin/sh", "-c", "read line"], stdin=PIPE, user=user) as stranger:
            file = home / "postgres" / "postmaster.pid"
            file.write_text(file.read_text().replace(str(parent), str(stranger.pid), 1))
            with lease(home) as again:
                assert answers(again)
            assert stranger.poll() is None
            stranger.communicate()
        assert answers(held)


def test_a_server_that_somebody_else_runs_on_the_data_is_left_alone(home: Path) -> None:
    account, bin_dir = choose_account(), find_programs(None)
    pg_ctl: list[str | Path] = [bin_dir / "pg_ctl", "-D", "postgres", "-m", "fast", "-w"]
    sealed = f"-c listen_addresses= -c unix_socket_directories={home / 'postgres'}"
    account.run([*pg_ctl, "-l", "postgres/log", "-o", sealed, "start"], cwd=home)
    try:
        running = postmaster(home)
        with pytest.raises(DatabaseUnavailable, match=r"postmaster\.pid\" already exists"):
            lease(home, wait_s=1.0)
        assert postmaster(home) == running
    finally:
        stopped = account.run([*pg_ctl, "stop"], cwd=home)
    assert stopped.returncode == 0


def test_the_lease_of_a_killed_process_does_not_keep_the_server_alive(home: Path) -> None:
    held = lease(home)
    with other_process(home, HOLDER) as other:
        assert other.stdout.readline() == "leased\n"
        other.kill()
        other.wait()
    assert len(list((home / "leases").iterdir())) == 2
    held.release()
    assert not answers(held)
    assert list((home / "leases").iterdir()) == []


class Killing(Account):
    """An account that kills the server of a home before it runs a program."""

    def run(
        self, argv: Sequence[str | Path], *, cwd: Path, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Kill the server, then run the program."""
        kill(postmaster(cwd))
        return super().run(argv, cwd=cwd, pass_fds=pass_fds)


def test_a_server_that_is_killed_while_it_is_stopped_has_stopped(home: Path) -> None:
    with lease(home) as held:
        account = held._server.account
        killing = Killing(uid=account.uid, gid=account.gid, dropped=account.dropped)
        replace(held._server, account=killing).stop()
        assert not answers(held)
        assert not Path(held.host).exists()


def test_who_joins_clears_away_what_the_killed_and_the_server_have_left(home: Path) -> None:
    with lease(home):
        with other_process(home, HOLDER) as other:
            assert other.stdout.readline() == "leased\n"
            other.kill()
            other.wait()
        for day in range(1, 10):
            (home / "log" / f"server-2026010{day}-000000.log").write_text("")
        with lease(home):
            assert len(list((home / "leases").iterdir())) == 2
            assert len(list((home / "log").glob("server-*.log"))) == 8


def test_a_server_left_alone_by_a_killed_process_is_joined(home: Path) -> None:
    with other_process(home, HOLDER) as other:
        assert other.stdout.readline() == "leased\n"
        left = postmaster(home)
        other.kill()
        other.wait()
    with lease(home) as held:
        assert postmaster(home) == left
    assert not answers(held)


def test_a_forked_child_neither_ends_nor_keeps_the_lease_of_its_parent(home: Path) -> None:
    held = lease(home)
    with other_process(home, FORKER) as parent:
        assert parent.stdout.readline() == "forked\n"
        assert len(list((home / "leases").iterdir())) == 2
        held.release()
        assert answers(held), "the child released its parent's lease"
        held = lease(home)
        parent.kill()
        parent.wait()
        held.release()
        assert not answers(held), "the child keeps its dead parent's lease"
        parent.stdin.close()


def test_a_draft_of_an_interrupted_first_start_is_made_anew(new_home: Path) -> None:
    home = new_home
    home.mkdir(mode=0o711)
    (home / "postgres.new").mkdir()
    (home / "postgres.new" / "half").write_text("half")
    with lease(home) as held:
        assert answers(held)
    assert not (home / "postgres.new").exists()


def test_nobody_begins_beside_a_first_start_whose_process_was_killed(new_home: Path) -> None:
    draft = new_home / "postgres.new"
    with other_process(new_home, HOLDER) as other:
        until((draft / "PG_VERSION").exists, "the data are being made")
        (maker,) = children(other.pid)
        os.kill(maker, signal.SIGSTOP)
        try:
            other.kill()
            other.wait()
            with pytest.raises(DatabaseUnavailable, match="does not answer"):
                lease(new_home, wait_s=0.5)
            assert draft.exists()
        finally:
            os.kill(maker, signal.SIGCONT)
    with lease(new_home) as held:
        assert answers(held)
    assert not draft.exists()


def test_data_of_another_major_version_are_refused_with_both_versions(home: Path) -> None:
    (home / "postgres" / "PG_VERSION").write_text("17\n")
    with pytest.raises(PlatformUnsupported, match=r"by PostgreSQL 17.* is PostgreSQL 18"):
        lease(home)


def test_a_server_that_does_not_start_is_told_with_its_log(home: Path) -> None:
    with (
        lease(home) as held,
        psycopg.connect(held.conninfo("postgres"), autocommit=True) as connection,
    ):
        connection.execute("ALTER SYSTEM SET shared_preload_libraries = 'no_such_library'")
    with pytest.raises(DatabaseUnavailable, match='could not access file "no_such_library"'):
        lease(home)
    assert list((home / "leases").iterdir()) == []


def test_a_lost_password_is_told_and_the_data_stay(home: Path) -> None:
    secret = (home / "server.password").read_text()
    (home / "server.password").unlink()
    with pytest.raises(DatabaseUnavailable, match="Restore the file"):
        lease(home)
    (home / "server.password").write_text("another\n")
    with pytest.raises(DatabaseUnavailable, match="does not accept the password"):
        lease(home)
    (home / "server.password").write_text(secret)
    with lease(home) as held:
        assert answers(held)


def test_programs_that_are_missing_are_told(new_home: Path) -> None:
    with pytest.raises(PlatformUnsupported, match="lacks postgres, initdb, pg_ctl"):
        lease(new_home, bin_dir=new_home)


@pytest.mark.parametrize("when", ["first start", "later start"])
def test_a_full_disk_is_told_as_such(new_home: Path, when: str) -> None:
    home = new_home
    home.mkdir(mode=0o711)
    size = "20m" if when == "first start" else "90m"
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0711", "muniment", str(home)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a disk of its own takes root, and the right to mount")
    try:
        if when == "later start":
            with lease(home):
                pass
            with (home / "filler").open("wb") as filler, suppress(OSError):
                while filler.write(bytes(1 << 16)):
                    filler.flush()
        with pytest.raises(DiskFull, match=r"[Ff]ree some space"):
            lease(home)
    finally:
        subprocess.run(["umount", str(home)], check=True)
