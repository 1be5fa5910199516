"""Archives and folders made to harm: each is refused in a sentence, and nothing is written."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.collect import caps
from grader.collect.caps import Budget
from grader.collect.collection import collect
from grader.collect.names import clean_parts, printable
from tests.collect.archives import (
    ANSWER,
    lay_out,
    link,
    special,
    tar_bytes,
    zip_bytes,
    zip_with,
)


def patched(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new)


def encrypted() -> bytes:
    """As by a program with a password: the flag in both headers, and bytes that mean nothing."""
    data = bytearray(zip_bytes({"a.py": ANSWER}))
    for header, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(header) + offset] |= 1
    return bytes(data)


def lying_size(data: bytes, size: int) -> bytes:
    """The table of contents says another size than what is there."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 24] + struct.pack("<L", size) + data[at + 28 :]


def huge_pax_record() -> bytes:
    """A record about a member that says it has 3 GB."""
    info = tarfile.TarInfo("PaxHeaders/x")
    info.type = tarfile.XHDTYPE
    info.size = 3 << 30
    return gzip.compress(info.tobuf(tarfile.USTAR_FORMAT) + bytes(1 << 16))


def huge_table() -> bytes:
    """The end of a zip that says its table of contents has 1 GB."""
    data = zip_bytes({"a.py": ANSWER})
    at = data.index(b"PK\x05\x06")
    return data[: at + 12] + struct.pack("<L", 1 << 30) + data[at + 16 :]


def sparse() -> bytes:
    return tar_bytes({"a.py": ANSWER}, "w", type=tarfile.GNUTYPE_SPARSE)


def nested(levels: int) -> bytes:
    data = zip_bytes({"a.py": ANSWER})
    for _ in range(levels):
        data = zip_bytes({"inner.zip": data})
    return data


ZEROS = bytes(20 << 20)
FOREIGN = "has a path that leads out of the archive"
ABSOLUTE = "has an absolute path"

#: name of the file -> (its bytes, what is said)
REFUSED: dict[str, tuple[bytes, str]] = {
    "dotdot.zip": (zip_bytes({"x/../../a.py": ANSWER}), FOREIGN),
    "backslash.zip": (zip_bytes({"x\\..\\..\\a.py": ANSWER}), FOREIGN),
    "absolute.zip": (zip_bytes({"/etc/a.py": ANSWER}), ABSOLUTE),
    "drive.zip": (zip_bytes({"C:\\a.py": ANSWER}), ABSOLUTE),
    "share.zip": (zip_bytes({"\\\\host\\a.py": ANSWER}), ABSOLUTE),
    "link.zip": (zip_with(link("a.py"), b"/etc/passwd"), "is a link"),
    "device.zip": (zip_with(special("a.py", stat.S_IFCHR)), "is a device"),
    "pipe.zip": (zip_with(special("a.py", stat.S_IFIFO)), "is a pipe"),
    "encrypted.zip": (encrypted(), "is encrypted"),
    "lzma.zip": (zip_bytes({"a.py": ANSWER}, zipfile.ZIP_LZMA), "in a way that is not read"),
    "crc.zip": (
        patched(zip_bytes({"a.py": ANSWER}, zipfile.ZIP_STORED), b"return x", b"return y"),
        "cannot be unpacked",
    ),
    "cut.zip": (zip_bytes({"a.py": ANSWER})[:-30], "is not a zip file"),
    "text.zip": (b"this is no archive", "is not a tar file"),
    "empty.zip": (b"", "is not a tar file"),
    "table.zip": (huge_table(), "far too many entries"),
    "bomb.zip": (zip_bytes({"a.ipynb": ZEROS}), "as only a bomb is"),
    "control.zip": (zip_bytes({"a\x1b[2J.py": ANSWER}), "has control characters"),
    "turned.zip": (zip_bytes({"a\u202eyp.py": ANSWER}), "has control characters"),
    "deep.zip": (zip_bytes({"/".join(["d"] * 100) + "/a.py": ANSWER}), "path that is too long"),
    "matryoshka.zip": (nested(3), "archive in an archive in an archive"),
    "rar.zip": (zip_bytes({"a.rar": b"Rar!"}), "ask for a zip"),
    "pdf.zip": (zip_bytes({"a.pdf": b"%PDF"}), "neither a Python file nor a notebook"),
    "dotdot.tar": (tar_bytes({"../a.py": ANSWER}), FOREIGN),
    "absolute.tar": (tar_bytes({"/a.py": ANSWER}), ABSOLUTE),
    "symlink.tar": (
        tar_bytes({"a.py": b""}, type=tarfile.SYMTYPE, linkname="/etc/passwd"),
        "is a link",
    ),
    "hardlink.tar": (tar_bytes({"a.py": b""}, type=tarfile.LNKTYPE, linkname="b"), "is a link"),
    "device.tar": (tar_bytes({"a.py": b""}, type=tarfile.CHRTYPE), "is a device or a pipe"),
    "pipe.tar": (tar_bytes({"a.py": b""}, type=tarfile.FIFOTYPE), "is a device or a pipe"),
    "sparse.tar": (sparse(), "file with holes"),
    "record.tar.gz": (huge_pax_record(), "far too large"),
    "cut.tar.gz": (tar_bytes({"a.py": os.urandom(5000)})[:-2000], "to its end"),
    "text.tar": (b"x" * 2000, "is not a tar file"),
    "gzip.tar": (gzip.compress(b"x" * 2000), "is not a tar file"),
    "bzip2.tar": (bz2.compress(b"x" * 2000), "is not a tar file"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, tmp_path: Path) -> None:
    data, reason = REFUSED[name]
    path = tmp_path / name
    path.write_bytes(data)
    collected = collect([path])
    assert collected.taken == ()
    assert reason in collected.left_out[-1].reason
    for left in collected.left_out:
        assert left.path.startswith(str(path))
        assert "\x1b" not in left.path
    assert sorted(tmp_path.rglob("*")) == [path]


@pytest.mark.parametrize("name", [name for name in REFUSED if name not in ("matryoshka.zip",)])
def test_what_is_refused_does_not_hide_the_others(name: str, tmp_path: Path) -> None:
    """The same inside a class's zip: everybody else's submission is still taken."""
    data, reason = REFUSED[name]
    path = tmp_path / "class.zip"
    path.write_bytes(zip_bytes({"jane.py": ANSWER, name: data, "john.py": ANSWER}))
    collected = collect([path])
    assert [t.student.id for t in collected.taken] == ["jane", "john"]
    assert reason in collected.left_out[-1].reason
    assert all(name in left.path for left in collected.left_out)


def test_a_size_that_is_a_lie(tmp_path: Path) -> None:
    """Too small: the file is cut there by zipfile, whose checksum then fails. Too large: it is
    refused for its size, as a fault of the submission."""
    data = zip_bytes({"a.py": ANSWER * 100}, zipfile.ZIP_STORED)
    path = tmp_path / "class.zip"
    path.write_bytes(lying_size(data, 5))
    (left,) = collect([path]).left_out
    assert "cannot be unpacked" in left.reason
    path.write_bytes(lying_size(data, 1 << 31))
    collected = collect([path])
    assert not [t for t in collected.taken if not t.submission.fault]


def test_a_submission_that_is_too_large_is_somebodys_and_has_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(zip_bytes({"jane.py": b"#" + os.urandom(1 << 20)}))
    (taken,) = collect([path]).taken
    assert taken.student.id == "jane"
    assert "at most 1 MiB" in taken.submission.fault


@pytest.mark.parametrize(
    ("budget", "kind"),
    [
        (Budget(files=3), "3 files"),
        (Budget(size=200), "200 bytes"),
        (Budget(kept=100), "100 bytes of programs"),
    ],
)
def test_no_more_than_the_caps_is_read(budget: Budget, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(zip_bytes({f"s{i}.py": ANSWER for i in range(9)}))
    collected = collect([path, path], budget=budget)
    (left,) = collected.left_out
    assert f"more than {kind} in all" in left.reason


def test_a_bomb_of_zeros_in_a_tar_ends_at_the_cap(tmp_path: Path) -> None:
    path = tmp_path / "class.tar.gz"
    path.write_bytes(tar_bytes({"a.bin": ZEROS, "b.py": ANSWER}))
    (left,) = collect([path], budget=Budget(size=1 << 20)).left_out
    assert "1,048,576 bytes in all" in left.reason


def test_nested_archives_are_capped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.collect.walk.MAX_NESTED_BYTES", 1 << 20)
    path = tmp_path / "class.zip"
    inner = zip_bytes({"a.py": os.urandom(2 << 20)}, zipfile.ZIP_STORED)
    path.write_bytes(zip_bytes({"jane.zip": inner}))
    (left,) = collect([path]).left_out
    assert "more than 1 MiB" in left.reason


def test_the_last_of_two_members_with_one_name_counts(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("jane.py", ANSWER + b"# 1")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("jane.py", ANSWER + b"# 2")
    path = tmp_path / "class.zip"
    path.write_bytes(buffer.getvalue())
    collected = collect([path])
    assert [t.submission.source[-1:] for t in collected.taken] == [b"2"]
    assert [left.reason for left in collected.left_out] == [
        "is there twice, and the last one counts"
    ]


def test_links_and_devices_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_bytes(ANSWER)
    folder = lay_out(tmp_path / "class", {"jane/feed_forward.py": ANSWER})
    (folder / "john").mkdir()
    (folder / "john" / "feed_forward.py").symlink_to(secret)
    (folder / "ann").symlink_to(tmp_path)
    os.mkfifo(folder / "john" / "pipe.py")
    collected = collect([folder])
    assert [t.student.id for t in collected.taken] == ["jane"]
    assert {Path(left.path).name: left.reason for left in collected.left_out} == {
        "feed_forward.py": "is a link",
        "ann": "is a link",
        "pipe.py": "is a device, a pipe or a socket",
    }


def test_what_is_not_there(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    collected = collect([tmp_path / "nowhere.zip", tmp_path / "pipe"])
    assert [left.reason for left in collected.left_out] == ["is not there", "is not a file"]


def test_names_of_an_old_windows_in_a_tar_and_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    (Path(os.fsdecode(os.fsencode(folder) + b"/Zo\xeb.py"))).write_bytes(ANSWER)
    assert [t.student.id for t in collect([folder]).taken] == ["Zoë"]
    path = tmp_path / "class.tar"
    with tarfile.open(path, "w", encoding="latin-1") as archive:
        archive.add(os.fsdecode(os.fsencode(folder) + b"/Zo\xeb.py"), "Zoë.py")
    assert [t.student.id for t in collect([path]).taken] == ["Zoë"]


names = st.text(
    st.sampled_from(["a", "B", ".", "/", "\\", ":", "é", "\n", "\u202e", " ", "-", "_", "9"]),
    min_size=1,
    max_size=12,
)


@given(name=names)
def test_a_cleaned_path_stays_inside(name: str) -> None:
    from grader.collect.model import Refused

    assert "\n" not in printable(name)
    try:
        parts = clean_parts(name)
    except Refused:
        return
    root = Path("/somewhere/inside")
    assert root in (root.joinpath(*parts)).parents
    assert os.path.normpath(root.joinpath(*parts)) == str(root.joinpath(*parts))
    assert not any(character in part for part in parts for character in "/\\\n\u202e")


@settings(max_examples=150)
@given(data=st.data())
def test_spoiled_archives_are_sentences(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Bytes changed, cut, doubled: something is taken, or something is said, and that is all."""
    files = {"jane/feed_forward.py": ANSWER, "john.zip": zip_bytes({"a.py": ANSWER}), "p.md": b"#"}
    original = data.draw(
        st.sampled_from([zip_bytes(files), tar_bytes(files, "w"), tar_bytes(files)])
    )
    spoiled = bytearray(original)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(spoiled) - 1))
        spoiled[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    del spoiled[data.draw(st.integers(len(spoiled) // 2, len(spoiled))) :]
    folder = tmp_path_factory.mktemp("spoiled")
    path = folder / "class.zip"
    path.write_bytes(spoiled)
    collected = collect([path], budget=Budget(files=1000, size=1 << 22))
    assert collected.taken or collected.left_out
    assert list(folder.iterdir()) == [path]
    for left in collected.left_out:
        assert "\n" not in left.path


def test_the_caps_leave_room_for_a_large_class() -> None:
    assert caps.MAX_FILES >= 1000 * 50
    assert caps.MAX_KEPT >= 1000 * 100_000
