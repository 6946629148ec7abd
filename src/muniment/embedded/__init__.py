"""Run the PostgreSQL that comes with the package: one server per home, shared by its processes.

Call `lease(home)`. It starts the server of that home, or joins the one that lives, and returns
a `Lease` with everything needed to connect. The last lease to go stops the server. The server
listens on a Unix socket only, in a directory nobody else can enter, and asks for a password.

Where things are, under the *root* of the server (which is the home itself, see `places`):
`postgres/` the data, `log/` the log, `leases/` one locked file per living lease,
`server.lock` held while somebody starts or stops, `server.hold` held by the server itself.
"""

from __future__ import annotations

from muniment.embedded.leasing import Lease, lease

__all__ = ["Lease", "lease"]
