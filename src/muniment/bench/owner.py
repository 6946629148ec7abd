"""Act on a bundled server as its administrator, by its own `psql`: no part of the library may."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from muniment.bootstrap.wiring import DATABASE
from muniment.embedded import lease
from muniment.embedded.programs import find_programs
from muniment.sql import queries


def as_owner(home: Path, name: str, **values: object) -> str:
    """Run a named query as the administrator of a home's server; return what it printed.

    Row-level security does not hold this role, and no privilege stops it: this is somebody who
    has the disk.

    Raises:
        subprocess.CalledProcessError: the server refused it.
    """
    statement = re.sub(r"%\((\w+)\)s", r":'\1'", queries()[name].text)
    with lease(home) as held:
        command = [
            str(find_programs(None) / "psql"),
            *("--no-psqlrc", "--quiet", "--tuples-only", "--no-align"),
            *("--host", held.host, "--port", str(held.port)),
            *("--username", held.admin_user, "--dbname", DATABASE),
            *("--set", "ON_ERROR_STOP=1"),
        ]
        for key, value in values.items():
            command += ["--set", f"{key}={value}"]
        told = subprocess.run(  # noqa: S603 - a program of our own, with arguments of our making
            command,
            input=f"{statement};\n",
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "PGPASSWORD": held.password},
            capture_output=True,
            text=True,
            check=True,
        )
    return told.stdout
