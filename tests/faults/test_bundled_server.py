"""The bundled server is shared by processes, sealed from others, and stops with the last."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from muniment.embedded import Lease, lease
from muniment.embedded.account import choose_account
from muniment.embedded.programs import find_programs
from muniment.errors import DatabaseUnavailable, PlatformUnsupported, ServerStarting
from tests.directories import open_directory
from tests.faults.processes import other_process

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root drops to another user")

TENANT = """
import os, sys
from pathlib import Path
from muniment.embedded import lease
held = lease(Path(sys.argv[1]))
print(held.conninfo("postgres"), flush=True)
if sys.stdin.readline() == "release\\n":
    held.release()
    print("released", flush=True)
"""


@pytest.fixture
def home(made_once: Path, new_home: Path) -> Path:
    """Copy a home whose data are made already."""
    subprocess.run(["cp", "-a", str(made_once), str(new_home)], check=True)
    return new_home


@pytest.fixture(scope="module")
def shared(made_once: Path) -> Iterator[tuple[Path, Lease]]:
    """Lend a home and a lease on its server to tests that only look."""
    with open_directory() as top:
        subprocess.run(["cp", "-a", str(made_once), str(top / "home")], check=True)
        with lease(top / "home") as held:
            yield top / "home", held


def ask(conninfo: str, query: Any = "SELECT pg_postmaster_start_time()::text") -> Any:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return row[0]


def answers(held: Lease) -> bool:
    try:
        ask(held.conninfo("postgres"))
    except psycopg.OperationalError:
        return False
    return True


def test_a_lease_starts_the_server_and_its_release_stops_it(new_home: Path) -> None:
    with lease(new_home) as held:
        assert ask(held.conninfo("postgres"), "SELECT 41 + 1") == 42
        assert (new_home / "postgres" / "PG_VERSION").read_text() == "18\n"
    assert not answers(held)
    assert not Path(held.host).exists()
    held.release()


def test_what_was_stored_is_there_at_the_next_start(home: Path) -> None:
    with lease(home) as first, psycopg.connect(first.conninfo("postgres")) as connection:
        connection.execute("CREATE TABLE city AS SELECT 'Bergen' AS name")
    with lease(home) as second:
        assert ask(second.conninfo("postgres"), "SELECT name FROM city") == "Bergen"


def test_a_second_process_joins_and_the_last_one_out_stops_the_server(home: Path) -> None:
    held = lease(home)
    with other_process(home, TENANT) as other:
        theirs = other.stdout.readline()
        assert ask(theirs) == ask(held.conninfo("postgres"))
        held.release()
        assert answers(held)
        other.stdin.write("release\n")
        other.stdin.flush()
        assert other.stdout.readline() == "released\n"
        assert not answers(held)


def test_two_leases_of_one_process_count_as_two(home: Path) -> None:
    first, second = lease(home), lease(home)
    first.release()
    first.release()
    assert answers(second)
    second.release()
    assert not answers(second)


def test_two_first_starts_at_the_same_time_make_one_server(new_home: Path) -> None:
    with other_process(new_home, TENANT) as one, other_process(new_home, TENANT) as two:
        theirs = [one.stdout.readline(), two.stdout.readline()]
        started = [ask(each) for each in theirs]
        assert started[0] == started[1]
    with lease(new_home) as held:
        assert ask(held.conninfo("postgres")) != started[0]


def test_a_process_that_ends_without_releasing_stops_the_server(home: Path) -> None:
    with other_process(home, TENANT) as other:
        theirs = other.stdout.readline()
        assert ask(theirs, "SELECT 1") == 1
        other.stdin.write("forget\n")
        other.stdin.close()
        assert other.wait() == 0
    with pytest.raises(psycopg.OperationalError):
        ask(theirs)


def test_a_lease_that_cannot_be_given_back_at_the_end_keeps_no_other(home: Path) -> None:
    lock, aside = home / "server.lock", home / "aside"
    with lease(home):
        ours = set((home / "leases").iterdir())
        with other_process(
            home, TENANT.replace("held =", "other, held = lease(Path(sys.argv[1])),")
        ) as two:
            two.stdout.readline()
            assert len(set((home / "leases").iterdir()) - ours) == 2
            lock.rename(aside)
            lock.mkdir()
            two.stdin.close()
            two.wait()
            lock.rmdir()
            aside.rename(lock)
        assert set((home / "leases").iterdir()) == ours


def test_a_released_lease_cannot_be_revived(home: Path) -> None:
    held = lease(home)
    held.release()
    with pytest.raises(DatabaseUnavailable, match="released"):
        held.revive()
    assert not answers(held)


def test_waiting_for_another_process_ends_at_the_deadline(new_home: Path) -> None:
    holder = """
import fcntl, sys
lock = open(sys.argv[1] + "/server.lock", "w")
fcntl.flock(lock, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.readline()
"""
    new_home.mkdir(mode=0o711)
    with other_process(new_home, holder) as other:
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(ServerStarting, match=r"0\.2 s"):
            lease(new_home, wait_s=0.2)
        other.stdin.close()


def test_the_password_is_required_and_kept_from_others(shared: tuple[Path, Lease]) -> None:
    home, held = shared
    assert stat.S_IMODE((home / "server.password").stat().st_mode) == 0o600
    assert held.password not in repr(held)
    keywords: dict[str, Any] = {"host": held.host, "port": held.port, "user": held.admin_user}
    with pytest.raises(psycopg.OperationalError, match="no password supplied"):
        psycopg.connect(dbname="postgres", **keywords)
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(dbname="postgres", password="guess", **keywords)
    entrances = "SELECT string_agg(type || auth_method, ' ') FROM pg_hba_file_rules"
    assert ask(held.conninfo("postgres"), entrances) == "localscram-sha-256"


def test_the_server_listens_to_no_network_even_if_it_was_told_to(home: Path) -> None:
    with (
        lease(home) as held,
        psycopg.connect(held.conninfo("postgres"), autocommit=True) as connection,
    ):
        connection.execute("ALTER SYSTEM SET listen_addresses = '*'")
        connection.execute("ALTER SYSTEM SET work_mem = '7MB'")
    with lease(home) as again:
        assert ask(again.conninfo("postgres"), "SHOW listen_addresses") == ""
        assert ask(again.conninfo("postgres"), "SHOW work_mem") == "7MB"


@pytest.mark.skipif(sys.platform != "linux", reason="a process keeps to some cores on Linux only")
def test_a_question_is_helped_by_as_many_processes_as_there_are_other_cores(home: Path) -> None:
    core = min(os.sched_getaffinity(0))
    alone = TENANT.replace("import os, sys", f"import os, sys; os.sched_setaffinity(0, {{{core}}})")
    with other_process(home, alone) as other:
        assert ask(other.stdout.readline(), "SHOW max_parallel_workers") == "0"


def test_nobody_else_can_enter_the_directories_of_the_server(shared: tuple[Path, Lease]) -> None:
    home, held = shared
    for directory in (Path(held.host), home / "postgres", home / "log", home / "leases"):
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700


def test_the_environment_does_not_lead_a_connection_elsewhere(
    shared: tuple[Path, Lease], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGHOSTADDR", "127.0.0.1")
    with lease(shared[0]) as joined:
        assert ask(joined.conninfo("postgres"), "SELECT 1") == 1


def test_a_home_with_a_long_and_odd_path_works(new_home: Path) -> None:
    odd = new_home / ("deep" * 40) / """it's "$HOME" `id` \\ # and, more; é"""
    with lease(odd) as held:
        assert len(f"{held.host}/.s.PGSQL.{held.port}") < 107
        assert ask(held.conninfo("postgres"), "SHOW data_directory") == f"{odd}/postgres"


@pytest.mark.parametrize("odd", ["two\nlines", "/".join(["long" * 40] * 7)])
def test_a_home_that_postgresql_could_not_name_is_refused(new_home: Path, odd: str) -> None:
    with pytest.raises(PlatformUnsupported, match="Use another home"):
        lease(new_home / odd)


def test_a_log_holds_no_memory(shared: tuple[Path, Lease]) -> None:
    home, held = shared
    with psycopg.connect(held.conninfo("postgres"), autocommit=True) as connection:
        connection.execute("CREATE TABLE memory (content text PRIMARY KEY)")
        connection.execute("INSERT INTO memory VALUES ('Ada loves Bergen')")
        with pytest.raises(psycopg.errors.UniqueViolation, match="Bergen"):
            connection.execute("INSERT INTO memory VALUES (%s)", ["Ada loves Bergen"])
        with pytest.raises(psycopg.errors.InvalidTextRepresentation):
            connection.execute("SELECT 'Ada loves Bergen'::int")
    logged = "".join(each.read_text() for each in (home / "log").iterdir())
    assert "ready to accept connections" in logged
    assert "Bergen" not in logged


def test_text_sorts_by_code_point_and_folds_beyond_ascii(shared: tuple[Path, Lease]) -> None:
    conninfo = shared[1].conninfo("postgres")
    assert ask(conninfo, "SELECT upper('ærø') || ('a' > 'B')") == "ÆRØtrue"
    provider = "SELECT datlocprovider::text || datlocale FROM pg_database LIMIT 1"
    assert ask(conninfo, provider) == "bC.UTF-8"


@as_root
def test_as_root_the_server_runs_as_another_user_and_the_parents_stay_as_they_are(
    home: Path,
) -> None:
    before = [each.stat().st_mode for each in home.parents]
    with lease(home) as held:
        pid = int((home / "postgres" / "postmaster.pid").read_text().split()[0])
        assert Path(f"/proc/{pid}").stat().st_uid not in (0, 1)
        assert answers(held)
    assert [each.stat().st_mode for each in home.parents] == before


@as_root
def test_a_closed_home_of_root_keeps_its_data_where_the_server_can_reach_them(
    new_home: Path,
) -> None:
    new_home.mkdir(mode=0o700)
    data_root = new_home.parent / "data"
    with lease(new_home, data_root=data_root) as held:
        root = Path((new_home / "server.root").read_text().strip())
        assert root.parent == data_root
        assert ask(held.conninfo("postgres"), "SHOW data_directory") == f"{root}/postgres"
    assert stat.S_IMODE(new_home.stat().st_mode) == 0o700
    new_home.chmod(0o711)
    with lease(new_home, data_root=new_home.parent / "elsewhere") as again:
        assert ask(again.conninfo("postgres"), "SHOW data_directory") == f"{root}/postgres"


@pytest.fixture
def closed(new_home: Path) -> tuple[Path, Path]:
    """Make a home that is closed to the server's user; return it, and where its data are."""
    new_home.mkdir(mode=0o700)
    with lease(new_home, data_root=new_home.parent / "data") as held:
        tell(held, "CREATE TABLE here AS SELECT 'the first' AS what")
    return new_home, Path((new_home / "server.root").read_text().strip())


def tell(held: Lease, statement: LiteralString) -> None:
    with psycopg.connect(held.conninfo("postgres"), autocommit=True) as connection:
        connection.execute(statement)


def copied(path: Path, name: str) -> Path:
    """Copy a directory beside itself, as `cp -a` does."""
    copy = path.with_name(name)
    subprocess.run(["cp", "-a", str(path), str(copy)], check=True)
    return copy


@as_root
def test_a_copy_of_a_closed_home_does_not_write_into_the_data_of_the_first(
    closed: tuple[Path, Path],
) -> None:
    home, root = closed
    copy = copied(home, "copy")

    with pytest.raises(DatabaseUnavailable, match=f"{copy} is a copy of {home} without its data"):
        lease(copy)
    with lease(home) as held:
        assert answers(held)

    (copy / "server.root").write_text(f"{copied(root, 'copied')}\n")
    with lease(copy) as theirs, lease(home) as ours:
        tell(theirs, "UPDATE here SET what = 'the second'")
        assert ask(ours.conninfo("postgres"), "SELECT what FROM here") == "the first"


@as_root
def test_a_closed_home_may_move(closed: tuple[Path, Path]) -> None:
    home, _ = closed
    moved = home.rename(home.with_name("moved"))
    with lease(moved) as held:
        assert ask(held.conninfo("postgres"), "SELECT what FROM here") == "the first"


@as_root
def test_a_closed_home_whose_data_are_gone_does_not_begin_empty(closed: tuple[Path, Path]) -> None:
    home, root = closed
    root.rename(root.with_name("away"))
    with pytest.raises(DatabaseUnavailable, match="Put it back"):
        lease(home)


@as_root
def test_programs_that_the_server_cannot_reach_are_copied_once(home: Path) -> None:
    closed = home.parent / "closed"
    closed.mkdir(mode=0o700)
    package = find_programs(None).parents[1]
    for name in (package.name, f"{package.name}.libs"):
        if (package.parent / name).is_dir():
            shutil.copytree(package.parent / name, closed / name)
    bin_dir = closed / package.name / "pginstall" / "bin"
    with lease(home, bin_dir=bin_dir):
        (copy,) = (home / "programs").iterdir()
        made = copy.stat()
        assert (made.st_uid, stat.S_IMODE(made.st_mode)) == (0, 0o755)
    with lease(home, bin_dir=bin_dir) as held:
        assert answers(held)
        assert [each.stat().st_ino for each in (home / "programs").iterdir()] == [made.st_ino]


@as_root
def test_a_socket_directory_of_somebody_else_is_refused(home: Path) -> None:
    with lease(home) as held:
        sockets = Path(held.host)
    sockets.mkdir()
    try:
        os.chown(sockets, 1, 1)
        with pytest.raises(DatabaseUnavailable, match="belongs to user 1"):
            lease(home)
        assert sockets.stat().st_uid == 1
    finally:
        sockets.rmdir()


def become_nobody_and_lease(home: Path, told: Connection) -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    with lease(home) as held:
        told.send(ask(held.conninfo("postgres"), "SHOW data_directory"))
        told.recv()
    told.send(answers(held))


@as_root
def test_a_user_who_is_not_root_keeps_everything_in_his_home(new_home: Path) -> None:
    if not choose_account().reaches(find_programs(None)):
        pytest.skip("the programs of the package lie where another user cannot reach them")
    os.chown(new_home.parent, NOBODY, NOBODY)
    # Forked, because another user may be unable to start this Python.
    here, there = (fork := multiprocessing.get_context("fork")).Pipe()
    other = fork.Process(target=become_nobody_and_lease, args=(new_home, there))
    other.start()
    there.close()
    assert here.recv() == f"{new_home}/postgres"
    assert stat.S_IMODE(new_home.stat().st_mode) == 0o700
    assert {each.stat().st_uid for each in new_home.rglob("*")} == {NOBODY}
    here.send("seen")
    assert here.recv() is False
    other.join()
    assert other.exitcode == 0


@as_root
def test_data_of_another_user_are_refused(home: Path) -> None:
    with lease(home):
        pass
    os.chown(home / "postgres", 1, 1)
    with pytest.raises(PlatformUnsupported, match="belong to user 1"):
        lease(home)
