"""A class of forty that solves feed_forward, as Canvas and as Moodle export it.

    python -m tests.runs.forty DIRECTORY

writes the four files; everybody's source is a solution of the repository.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.collect.archives import zip_bytes
from tests.course import SOLUTIONS

_FIRST = ["Ada", "Björn", "Chloé", "Dmitri", "Esther", "Farid", "Gülay", "Hiro"]
_LAST = ["Abel", "O'Brien", "Çelik", "de la Cruz", "=Evil()"]
#: Where they are wrong: some mistakes are made by several.
_WRONG = (
    ["bias_no_b1"] * 4
    + ["weights_swapped_when_square"] * 2
    + ["act_none"] * 3
    + ["shape_only_2d", "precision_float32_hidden_only", "rounds_6_decimals", "mutates_x"]
    + ["type_returns_matrix", "struct_residual_layer_norm", "special_W2_made_integer"]
)
#: None that hangs, for which a class would be waited for: ``tests.runs.classes`` has one.
EXTRA = {
    "crashes": "import numpy as np\n\ndef feed_forward(x, W1, b1, W2, b2):\n"
    "    return np.lib.stride_tricks.as_strided(x, (1 << 20,), (1 << 30,)).sum()\n",
    "misnamed": "import numpy as np\n\ndef feedforward(x, W1, b1, W2, b2):\n    return x\n",
    "raises": "import numpy as np\n\ndef feed_forward(x, W1, b1, W2, b2):\n"
    "    return np.maximum(0, x @ W1 + b1) @ W2.T + b2\n",
}


@dataclass(frozen=True)
class Pupil:
    """Somebody with a number, a name and what they handed in; ``kind`` is its folder."""

    number: int
    first: str
    last: str
    kind: str
    source: str

    @property
    def squashed(self) -> str:
        """As Canvas puts the name before a file's."""
        return "".join(c for c in (self.last + self.first).lower() if c.isalnum() or c == "_")


def pupils() -> list[Pupil]:
    return [Pupil(*one) for one in _pupils()]


def _pupils() -> Iterator[tuple[int, str, str, str, str]]:
    folder = SOLUTIONS / "feed_forward"
    right = sorted((folder / "accepted").glob("*.py"))
    for index in range(40):
        first, last = _FIRST[index % 8], _LAST[index // 8]
        if index < len(_WRONG):
            source = (folder / "wrong" / f"{_WRONG[index]}.py").read_text()
            # Those who made the same mistake did not write the same file.
            yield index, first, last, "wrong", f"{source}\n# {first} {last}\n"
        elif index < len(_WRONG) + len(EXTRA):
            yield index, first, last, "wrong", list(EXTRA.values())[index - len(_WRONG)]
        else:
            path = right[(index - len(_WRONG) - len(EXTRA)) % len(right)]
            yield index, first, last, "accepted", path.read_text()


def canvas_zip(chosen: list[Pupil]) -> bytes:
    files = {
        f"{p.squashed}{'_LATE' if p.number % 9 == 4 else ''}_{500 + p.number}_{70000 + p.number}"
        "_feed_forward.py": p.source
        for p in chosen
    }
    return zip_bytes({**files, "abelada_500_70999_notes.pdf": "%PDF"})


def canvas_gradebook(chosen: list[Pupil]) -> str:
    """With another assignment, an excused student, and one who handed in nothing."""
    text = io.StringIO()
    write = csv.writer(text).writerow
    write(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Quiz (11)",
           "Position-Wise Feed-Forward Network (77)", "Final Score"])  # fmt: skip
    write(["    Points Possible", "", "", "", "", "5", "20", "(read only)"])
    for p in chosen:
        excused = "EX" if p.number == 3 else ""
        write([f"{p.last}, {p.first}", 500 + p.number, f"u{p.number}", f"login{p.number}", "A",
               "4", excused, "80"])  # fmt: skip
    write(["Nobody, Ned", 990, "u990", "ned", "A", "", "", ""])
    return text.getvalue()


def moodle_zip(chosen: list[Pupil]) -> bytes:
    return zip_bytes(
        {
            f"{p.first} {p.last}_{9000 + p.number}_assignsubmission_file_/feed_forward.py": p.source
            for p in chosen
        }
    )


def moodle_worksheet(chosen: list[Pupil]) -> str:
    """As a German Moodle exports it."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write(["ID", "Vollständiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung",
           "Bewertung kann geändert werden", "Zuletzt geändert (Abgabe)",
           "Zuletzt geändert (Bewertung)", "Feedback als Kommentar"])  # fmt: skip
    for p in chosen:
        write([f"Teilnehmer/in{9000 + p.number}", f"{p.first} {p.last}", f"s{p.number}@u.edu",
               "Zur Bewertung abgegeben", "", "10,00", "Ja", "", "-", ""])  # fmt: skip
    write(["Teilnehmer/in9990", "Ned Nobody", "ned@u.edu", "Keine Abgabe", "", "10,00", "Ja",
           "-", "-", ""])  # fmt: skip
    return text.getvalue()


def write_all(folder: Path, chosen: list[Pupil] | None = None) -> Path:
    """The four files, of all forty or of some."""
    chosen = pupils() if chosen is None else chosen
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "canvas.zip").write_bytes(canvas_zip(chosen))
    (folder / "canvas.csv").write_text(canvas_gradebook(chosen), encoding="utf-8")
    (folder / "moodle.zip").write_bytes(moodle_zip(chosen))
    (folder / "moodle.csv").write_text(moodle_worksheet(chosen), encoding="utf-8-sig")
    return folder


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
