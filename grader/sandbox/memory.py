"""Memory that is shared with another process through a descriptor.

It is a ``memfd``, sealed so that nobody can change its size: reading a mapping whose file was
cut short would kill us. Where there is none (not Linux), a temporary file stands for it, which
only this process reads.
"""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from grader.errors import JudgeError

if sys.platform == "linux":
    import fcntl

    _FIXED_SIZE = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW
    _CONSTANT = _FIXED_SIZE | fcntl.F_SEAL_WRITE


class SharedMemory:
    """A block of shared memory, held by its descriptor."""

    def __init__(self, fd: int, size: int) -> None:
        self.fd = fd
        self.size = size

    @classmethod
    def sealed(cls, name: str, data: bytes | bytearray) -> SharedMemory:
        """Memory that holds ``data`` and can never be written to again."""
        memory = cls._make(name, len(data))
        memory.write(data, 0)
        if sys.platform == "linux":
            fcntl.fcntl(memory.fd, fcntl.F_ADD_SEALS, _CONSTANT)
        return memory

    @classmethod
    def empty(cls, name: str, size: int) -> SharedMemory:
        """Zeroed memory of a fixed size that both sides may write to."""
        memory = cls._make(name, size)
        if sys.platform == "linux":
            fcntl.fcntl(memory.fd, fcntl.F_ADD_SEALS, _FIXED_SIZE)
        return memory

    @classmethod
    def growing(cls, name: str) -> SharedMemory:
        """An empty file for output."""
        return cls._make(name, 0)

    @classmethod
    def _make(cls, name: str, size: int) -> SharedMemory:
        try:
            if sys.platform == "linux":
                fd = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            else:
                with tempfile.TemporaryFile(prefix=name) as file:
                    fd = os.dup(file.fileno())
        except OSError as error:
            raise JudgeError(f"no shared memory: {error.strerror}") from error
        memory = cls(fd, size)
        if size:
            try:
                os.ftruncate(fd, size)
            except OSError as error:
                memory.close()
                raise JudgeError(f"no {size} bytes of shared memory: {error.strerror}") from error
        return memory

    def write(self, data: Any, offset: int) -> None:
        """Write bytes; a :class:`JudgeError` when there is no room for them."""
        view = memoryview(data).cast("B")
        while view:
            try:
                count = _write_at(self.fd, view, offset)
            except OSError as error:
                raise JudgeError(f"no room in shared memory: {error.strerror}") from error
            view, offset = view[count:], offset + count

    def read(self, offset: int, size: int) -> bytes:
        """A copy of up to ``size`` bytes, which nobody can change any more."""
        return _read_at(self.fd, size, offset)

    def close(self) -> None:
        """Close the descriptor; a second time does nothing."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def _write_at(fd: int, data: memoryview, offset: int) -> int:
    if sys.platform != "win32":
        return os.pwrite(fd, data, offset)
    os.lseek(fd, offset, os.SEEK_SET)
    return os.write(fd, data)


def _read_at(fd: int, size: int, offset: int) -> bytes:
    if sys.platform != "win32":
        return os.pread(fd, size, offset)
    os.lseek(fd, offset, os.SEEK_SET)
    return os.read(fd, size)
