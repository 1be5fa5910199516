"""Scores in the tables of nbgrader, Canvas and Moodle, by their own rules."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from grader.collect.model import Student
from grader.collect.tables import Table, read_table
from grader.errors import UsageError
from grader.gradebooks.canvas import canvas_rows
from grader.gradebooks.gradebook import split_name
from grader.gradebooks.moodle import moodle_rows
from grader.gradebooks.nbgrader import HEADER, nbgrader_rows
from grader.gradebooks.spreadsheet import write_rows
from grader.grading.judging import JudgingContext
from grader.runs.store import Store
from tests.report.kept import failed, keep, scored

ANN = Student("101", "Poe, Ann", "ann@u.edu", "apoe", handle="101")
BOB = Student("102", "Roe, Bob", handle="102")
CAT = Student("103", "Cat Doe", handle="103")
DAN = Student("104", "=Dan", handle="104")
EVE = Student("999", "Eve", handle="999")
PATH = Path("gradebook.csv")


@pytest.fixture
def run(store: Store, feed_forward: JudgingContext) -> int:
    results = {
        ANN: scored(feed_forward, 50),
        BOB: scored(feed_forward, 0),
        CAT: failed(feed_forward),
        DAN: None,
        EVE: scored(feed_forward, 25),
    }
    return keep(store, feed_forward, results, absent=(Student("105", "Zoe Z"),))


def table(text: str, tmp_path: Path, encoding: str = "utf-8") -> Table:
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode(encoding))
    return read_table(path)


def column(rows: tuple[tuple[str, ...], ...], index: int = -1) -> list[str]:
    return [row[index] for row in rows]


def test_nbgrader_has_a_row_for_everybody(store: Store, run: int) -> None:
    filled = nbgrader_rows(store, run)
    assert filled.rows[0] == HEADER
    rows = {row[3]: dict(zip(HEADER, row, strict=True)) for row in filled.rows[1:]}
    assert rows["101"] == {
        "assignment": "feed_forward", "duedate": "", "timestamp": "1970-01-02 00:00:00",
        "student_id": "101", "last_name": "Poe", "first_name": "Ann", "email": "ann@u.edu",
        "raw_score": "50.0", "late_submission_penalty": "0.0", "score": "50.0",
        "max_score": "100.0",
    }  # fmt: skip
    assert rows["105"]["score"] == "0.0", "who did not hand in"
    assert rows["103"]["score"] == "", "our failure is no zero"
    assert rows["104"]["score"] == "", "not judged yet is no zero"
    assert len(filled.notes) == 2


CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (3),Feed Forward (77),Current Score\n"
    "    Points Possible,,,,,5,20,(read only)\n"
    '"Poe, Ann",101,u1,apoe,101,4,,80\n"Roe, Bob",102,u2,broe,A,4,EX,80\n'
    '"Doe, Cat",103,u3,cdoe,A,4,7,80\n"=Dan",104,u4,dan,A,4,,80\n"Nobody, Ned",990,u9,ned,A,,,\n'
)


def test_canvas_gets_the_one_column_and_nothing_else(
    store: Store, run: int, tmp_path: Path
) -> None:
    filled = canvas_rows(store, run, table(CANVAS, tmp_path), PATH, ("x", "feed forward"))
    assert filled.rows[0] == (
        "Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Feed Forward (77)",
    )  # fmt: skip
    assert column(filled.rows)[1:] == ["20", "10", "EX", "7", "", ""]
    assert [note.split(" ")[0] for note in filled.notes] == ["Eve", "Cat", "=Dan"]
    file = io.StringIO()
    write_rows(file, filled.rows)
    assert "'=Dan,104" in file.getvalue()


@pytest.mark.parametrize("separator", [",", ";"])
def test_canvas_by_name_alone(separator: str, store: Store, run: int, tmp_path: Path) -> None:
    text = 'Student,ID,Section,Feed Forward\n"Poe, Ann",7,A,\n'.replace(",", separator)
    text = text.replace('"Poe; Ann"', '"Poe, Ann"')
    found = table(text, tmp_path)
    assert found.delimiter == separator
    filled = canvas_rows(store, run, found, PATH, ("feed forward",))
    assert filled.rows[1][-1] == "50", "without points possible they are as they are"


def test_canvas_writes_points_possible_with_a_comma_in_some_languages(
    store: Store, run: int, tmp_path: Path
) -> None:
    """Half of 12,5 points are 6.25; a cell that is no number scales nothing."""
    for possible, points in (("12,5", "6.25"), ("12.5", "6.25"), ("n/a", "50")):
        rows = ("Student;ID;Section;Feed Forward", f"    Points Possible;;;{possible}")
        text = "\n".join((*rows, '"Poe, Ann";101;A;', ""))
        filled = canvas_rows(store, run, table(text, tmp_path), PATH, ("feed forward",))
        assert filled.rows[2][-1] == points, possible


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Name,Grade\nAnn,3\n", "no gradebook of Canvas"),
        ("Student,ID,Quiz (3)\nAnn,3,\n", "--column with one of: Quiz"),
        ("Student,ID,Feed Forward (3),Feed Forward (4)\nAnn,3,,\n", "several columns"),
    ],
)
def test_gradebooks_that_cannot_be_filled(
    text: str, message: str, store: Store, run: int, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        canvas_rows(store, run, table(text, tmp_path), PATH, ("Feed Forward",))


MOODLE = {
    "English": (
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
        '"Grade can be changed",Last modified (grade)\n'
        "Participant 101,Ann Poe,ann@u.edu,Submitted,,10.00,Yes,-\n"
        "Participant 103,Cat Doe,c@u.edu,Submitted,3.00,10.00,Yes,-\n"
        "Participant 990,Ned Nobody,n@u.edu,No submission,,10.00,Yes,-\n",
        "5",
    ),
    "German": (
        "ID;Vollständiger Name;Status;Bewertung;Bestwertung\n"
        "Teilnehmer/in101;Ann Poe;Abgegeben;;10,00\n"
        "Teilnehmer/in103;Cat Doe;Abgegeben;3.00;10,00\n"
        "Teilnehmer/in990;Ned Nobody;Keine Abgabe;;10,00\n",
        "5",
    ),
    "French, without a maximum": (
        "Identifiant,Statut,Note,Dernière modification\nParticipant 101,x,,-\n"
        "Participant 103,x,3.00,-\nParticipant 990,x,,-\n",
        "50",
    ),
}


@pytest.mark.parametrize("language", MOODLE)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_moodle_in_its_own_language(
    language: str, encoding: str, store: Store, feed_forward: JudgingContext, tmp_path: Path
) -> None:
    students = {
        Student("Participant 101", "Ann Poe", handle="Participant 101"): scored(feed_forward, 50),
        Student("Participant 103", handle="Participant 103"): failed(feed_forward),
    }
    number = keep(store, feed_forward, students)
    text, points = MOODLE[language]
    worksheet = table(text, tmp_path, encoding)
    assert worksheet.encoding == encoding
    filled = moodle_rows(store, number, worksheet, PATH)
    assert filled.rows[0] == worksheet.header
    changed = [
        (old[0], new)
        for old, new in zip(worksheet.rows[1:], filled.rows[1:], strict=True)
        if old != new
    ]
    ((who, row),) = changed
    assert who.endswith("101")
    assert points in row


def test_moodle_writes_the_comma_of_its_language(
    store: Store, feed_forward: JudgingContext, tmp_path: Path
) -> None:
    student = Student("Participant 101", handle="Participant 101")
    number = keep(store, feed_forward, {student: scored(feed_forward, 12.5)})
    filled = moodle_rows(store, number, table(MOODLE["German"][0], tmp_path), PATH)
    assert filled.rows[1][3] == "1,25"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("Name,Grade\nAnn,3\n", None, "no worksheet of Moodle"),
        ("Id,Punkte\nParticipant 1,3\n", None, "--column with one of: Id, Punkte"),
        ("Id,Grade\nParticipant 1,3\n", "Punkte", "--column with one of"),
    ],
)
def test_worksheets_that_cannot_be_filled(
    text: str, column: str | None, message: str, store: Store, run: int, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        moodle_rows(store, run, table(text, tmp_path), PATH, column)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Doe, Jane", ("Jane", "Doe")),
        ("Jane Mary Doe", ("Jane Mary", "Doe")),
        ("Plato", ("", "Plato")),
        ("", ("", "")),
    ],
)
def test_names_are_split(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts
