"""Archives whose bytes depend on nothing but what is in them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

#: The oldest time a zip archive can say: ours say none.
_TIME = (1980, 1, 1, 0, 0, 0)
_FILE = 0o100644
_SCRIPT = 0o100755
_UNIX = 3


def is_script(data: bytes) -> bool:
    """Whether a file says which program runs it."""
    return data.startswith(b"#!")


def zipped(files: Mapping[str, bytes], root: str = "") -> bytes:
    """The files in one archive below ``root``; equal files give equal bytes everywhere.

    They are stored as they are: how well a build of zlib packs is not ours to know. Scripts may
    be executed.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{root}/{path}" if root else path, _TIME)
            entry.external_attr = (_SCRIPT if is_script(data) else _FILE) << 16
            entry.create_system = _UNIX
            archive.writestr(entry, data)
    return out.getvalue()
