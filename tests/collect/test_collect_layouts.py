"""Whose a file is: the same class as every platform exports it, in folders, zips and tars."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from grader.collect.collection import collect
from grader.collect.model import Collected
from grader.collect.roster import read_roster
from grader.errors import UsageError
from tests.collect.archives import ANSWER, lay_out, tar_bytes, zip_bytes

ENTRIES = ("feed_forward",)
OTHER = b"x = 1\n"
GRADESCOPE = """---
submission_11:
  :submitters:
  - :name: Jane Doe
    :sid: s1
    :email: jane@u.edu
  :created_at: 2024-05-06 07:08:09.123456000 Z
  :score: 3.0
submission_12:
  :submitters:
  - :name: John Roe
    :sid: s2
    :email: john@u.edu
  - :name: Ann Poe
    :sid: ''
    :email: ann@u.edu
  :created_at: !ruby/object:Time 2024-05-06 07:08:09 +02:00
"""

#: name -> (files, owner by the end of the path taken)
LAYOUTS: dict[str, tuple[dict[str, bytes | str], dict[str, str]]] = {
    "canvas": (
        {
            "doejane_101_9001_feed_forward.py": ANSWER,
            "roejohn_LATE_102_9002_my_solution.py": ANSWER,
            "poeann_103_9003_feed_forward-1.ipynb": "{}",
            "doejane_101_text.html": "<p>see file</p>",
        },
        {"101": "9001_feed_forward.py", "102": "9002_my_solution.py", "103": "-1.ipynb"},
    ),
    "canvas, anonymous": (
        {"anon_55_1_feed_forward.py": ANSWER, "LATE_anon_56_2_feed_forward.py": ANSWER},
        {"55": "55_1_feed_forward.py", "56": "56_2_feed_forward.py"},
    ),
    "canvas, a zip and notes of one student": (
        {
            "doejane_101_9001_hw.zip": zip_bytes({"hw/feed_forward.py": ANSWER}),
            "doejane_101_9002_notes.py": OTHER,
            "roejohn_102_9003_feed_forward.py": ANSWER,
        },
        {"101": "hw.zip!hw/feed_forward.py", "102": "9003_feed_forward.py"},
    ),
    "moodle, folders": (
        {
            "Jane Doe_7_assignsubmission_file/feed_forward.py": ANSWER,
            "José_Pérez_8_assignsubmission_file_/sub/feed_forward.py": ANSWER,
            "José_Pérez_8_assignsubmission_onlinetext/onlinetext.html": "<p>hi</p>",
        },
        {"Participant 7": "file/feed_forward.py", "Participant 8": "sub/feed_forward.py"},
    ),
    "moodle, flat and blind": (
        {
            "Participant_7_assignsubmission_file_feed_forward.py": ANSWER,
            "Participant_8_assignsubmission_file_feed_forward (2).py": ANSWER,
        },
        {"Participant 7": "feed_forward.py", "Participant 8": "(2).py"},
    ),
    "moodle, one student": (
        {"Jane Doe_7_assignsubmission_file/feed_forward.py": ANSWER},
        {"Participant 7": "feed_forward.py"},
    ),
    "gradescope": (
        {
            "assignment_1_export/submission_metadata.yml": GRADESCOPE,
            "assignment_1_export/submission_11/feed_forward.py": ANSWER,
            "assignment_1_export/submission_12/src/feed_forward.py": ANSWER,
        },
        {"s1": "11/feed_forward.py", "s2": "src/feed_forward.py", "ann@u.edu": "feed_forward.py"},
    ),
    "github classroom": (
        {
            "hw1-submissions/hw1-jane-doe/feed_forward.py": ANSWER,
            "hw1-submissions/hw1-jane-doe/tests/test_feed_forward.py": OTHER,
            "hw1-submissions/hw1-jane-doe/.git/hooks/x.py": OTHER,
            "hw1-submissions/hw1-jroe/feed_forward.py": ANSWER,
        },
        {"jane-doe": "jane-doe/feed_forward.py", "jroe": "jroe/feed_forward.py"},
    ),
    "nbgrader": (
        {
            "submitted/jane/ps1/feed_forward.ipynb": "{}",
            "submitted/jane/ps1/timestamp.txt": "2024-05-06",
            "submitted/john/ps1/feed_forward.ipynb": "{}",
        },
        {"jane": "jane/ps1/feed_forward.ipynb", "john": "john/ps1/feed_forward.ipynb"},
    ),
    "a folder for each student": (
        {"jane/feed_forward.py": ANSWER, "jane/helpers.py": OTHER, "john/answer.py": ANSWER},
        {"jane": "jane/feed_forward.py", "john": "john/answer.py"},
    ),
    "an archive for each student": (
        {
            "jane.zip": zip_bytes({"feed_forward.py": ANSWER}),
            "john.tar.gz": tar_bytes({"x/answer.py": ANSWER, "x/other.py": OTHER}),
        },
        {"jane": "jane.zip!feed_forward.py", "john": "john.tar.gz!x/answer.py"},
    ),
    "a file for each student": (
        {"jane.py": ANSWER, "john.ipynb": "{}", "week_1_2_ann.py": ANSWER},
        {"jane": "jane.py", "john": "john.ipynb", "week_1_2_ann": "week_1_2_ann.py"},
    ),
    "files in one folder": (
        {"class/jane.py": ANSWER, "class/john.py": ANSWER},
        {"jane": "jane.py", "john": "john.py"},
    ),
    "one student's folder": (
        {"jane/feed_forward.py": ANSWER, "jane/helpers.py": OTHER},
        {"jane": "jane/feed_forward.py"},
    ),
}


def owners_of(collected: Collected) -> dict[str, str]:
    return {taken.student.id: taken.path for taken in collected.taken}


def check(collected: Collected, expected: dict[str, str]) -> None:
    found = owners_of(collected)
    assert found.keys() == expected.keys(), (found, collected.left_out)
    for owner, end in expected.items():
        assert found[owner].endswith(end)


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("form", ["folder", "zip", "tar.gz", "tar"])
def test_every_layout_in_every_form(name: str, form: str, tmp_path: Path) -> None:
    files, expected = LAYOUTS[name]
    if form == "folder":
        path = lay_out(tmp_path / "export", files)
    else:
        path = tmp_path / f"export.{form}"
        data = {n: c.encode() if isinstance(c, str) else c for n, c in files.items()}
        mode = "w:gz" if form == "tar.gz" else "w"
        path.write_bytes(zip_bytes(data) if form == "zip" else tar_bytes(data, mode))
    check(collect([path], entries=ENTRIES), expected)


def test_what_the_platform_says_is_kept(tmp_path: Path) -> None:
    canvas = lay_out(tmp_path / "c", LAYOUTS["canvas"][0])
    late = {t.student.handle: t.late for t in collect([canvas], entries=ENTRIES).taken}
    assert late == {"101": False, "102": True, "103": False}
    gradescope = lay_out(tmp_path / "g", LAYOUTS["gradescope"][0])
    times = {t.student.id: t.time for t in collect([gradescope], entries=ENTRIES).taken}
    assert times["s1"] == 1714979289.0
    assert times["s2"] == 1714972089.0


def test_everything_is_taken_or_left_out_with_a_reason(tmp_path: Path) -> None:
    files = {**LAYOUTS["canvas"][0], "roejohn_102_9009_report.pdf": "%PDF"}
    path = lay_out(tmp_path / "export", files)
    collected = collect([path], entries=ENTRIES)
    reasons = {Path(item.path).name: item.reason for item in collected.left_out}
    assert reasons == {
        "doejane_101_text.html": "is a text typed into a form, not a file",
        "roejohn_102_9009_report.pdf": "is neither a Python file nor a notebook",
    }
    assert len(collected.taken) + len(collected.left_out) == len(files)


def test_files_and_folders_by_themselves(tmp_path: Path) -> None:
    lay_out(
        tmp_path, {"jane/feed_forward.py": ANSWER, "john/feed_forward.py": ANSWER, "ann.py": ANSWER}
    )
    paths = [tmp_path / "jane/feed_forward.py", tmp_path / "john", tmp_path / "ann.py"]
    expected = {"jane": "jane/feed_forward.py", "john": "john/feed_forward.py", "ann": "ann.py"}
    check(collect(paths, entries=ENTRIES), expected)


def test_the_latest_wins_unless_all_are_wanted(tmp_path: Path) -> None:
    first = lay_out(tmp_path / "first", {"doejane_101_9001_feed_forward.py": ANSWER})
    second = lay_out(tmp_path / "second", {"doejane_101_9002_feed_forward-1.py": ANSWER + b"#2"})
    for order in ([first, second], [second, first]):
        collected = collect(order, entries=ENTRIES)
        check(collected, {"101": "9002_feed_forward-1.py"})
        (left,) = collected.left_out
        assert left.path.endswith("9001_feed_forward.py")
        assert "9002" in left.reason
        both = collect(order, None, True, entries=ENTRIES).taken
        assert [(t.attempt, t.submission.source[-2:]) for t in both] == [(1, b"x\n"), (2, b"#2")]


def test_an_older_answer_counts_before_a_newer_file_that_is_none(tmp_path: Path) -> None:
    lay_out(tmp_path, {"jane/answer.py": ANSWER, "jane/plots.py": OTHER, "john/a.py": ANSWER})
    os.utime(tmp_path / "jane/answer.py", (1, 1))
    check(collect([tmp_path], entries=ENTRIES), {"jane": "answer.py", "john": "a.py"})
    assert len(collect([tmp_path], None, True, entries=ENTRIES).taken) == 2


def test_nobody_can_hand_in_for_somebody_else(tmp_path: Path) -> None:
    """Names that mean something stand on the class's level; a student chooses those below."""
    lay_out(
        tmp_path,
        {
            "Eve_1_assignsubmission_file/Jane Doe_7_assignsubmission_file/feed_forward.py": ANSWER,
            "Eve_1_assignsubmission_file/submission_metadata.yml": GRADESCOPE,
            "Eve_1_assignsubmission_file/submission_11/feed_forward.py": ANSWER,
            "Eve_1_assignsubmission_file/doejane_101_9001_feed_forward.py": ANSWER,
            "Jane Doe_7_assignsubmission_file/feed_forward.py": ANSWER,
        },
    )
    taken = collect([tmp_path], None, True, entries=ENTRIES).taken
    assert {t.student.name for t in taken if "Eve_1" in t.path} == {"Eve"}
    assert [t.student.name for t in taken if "Eve_1" not in t.path] == ["Jane Doe"]
    folders = {n.replace("_1_assignsubmission_file", ""): c for n, c in {
        "Eve_1_assignsubmission_file/submission_metadata.yml": GRADESCOPE,
        "Eve_1_assignsubmission_file/submission_11/feed_forward.py": ANSWER,
        "jane/feed_forward.py": ANSWER,
    }.items()}  # fmt: skip
    collected = collect([lay_out(tmp_path / "plain", folders)], entries=ENTRIES)
    check(collected, {"Eve": "feed_forward.py", "jane": "jane/feed_forward.py"})
    assert any("where an export of Gradescope" in item.reason for item in collected.left_out)


ROSTERS = {
    "canvas": (
        "Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (77)\n"
        '    Points Possible,,,,,10\n"Doe, Jane",101,u1,jdoe,A,\n"Roe, John",102,u2,jroe,A,\n'
        '"Poe, Ann",103,u3,apoe,A,\n"Gone, Al",104,u4,agone,A,\n"Student, Test",9,,,A,\n',
        "canvas",
        {"101": "Doe, Jane", "102": "Roe, John", "103": "Poe, Ann"},
    ),
    "names only, for canvas": (
        "first name;last name\nJane;Doe\nJohn;Roe\nAnn;Poe\nAl;Gone\n",
        "canvas",
        {"Jane Doe": "Jane Doe", "John Roe": "John Roe", "Ann Poe": "Ann Poe"},
    ),
    "names with accents, for moodle": (
        "ID\tFull name\n1\tJane Doe\n2\tJose Perez\n3\tAl Gone\n",
        "moodle, folders",
        {"1": "Jane Doe", "2": "Jose Perez"},
    ),
    "e-mail addresses, for gradescope": (
        "email,name\njane@u.edu,J D\nJOHN@u.edu,J R\nann@u.edu,A P\nal@u.edu,A G\n",
        "gradescope",
        {"jane@u.edu": "J D", "JOHN@u.edu": "J R", "ann@u.edu": "A P"},
    ),
    "github classroom": (
        '"identifier","github_username","github_id","name"\n'
        '"m1","jane-doe","1","Jane"\n"m2","jroe","2","John"\n"m3","al","3","Al"\n',
        "github classroom",
        {"m1": "Jane", "m2": "John"},
    ),
}


@pytest.mark.parametrize("name", ROSTERS)
def test_rosters_say_who_it_is_and_who_is_missing(name: str, tmp_path: Path) -> None:
    text, layout, expected = ROSTERS[name]
    path = tmp_path / "roster.csv"
    path.write_text(text)
    roster = read_roster(path)
    collected = collect([lay_out(tmp_path / "e", LAYOUTS[layout][0])], roster, entries=ENTRIES)
    assert {t.student.id: t.student.name for t in collected.taken} == expected
    assert len(collected.without) == 1
    assert not collected.remarks


def test_a_roster_says_who_is_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("name,id\nJane Doe,1\nJane Doe,2\n")
    export = lay_out(tmp_path / "e", LAYOUTS["moodle, folders"][0])
    collected = collect([export], read_roster(path), entries=ENTRIES)
    assert len(collected.remarks) == 2, "two of one name: it is not known which of them it is"
    assert {t.student.id for t in collected.taken} == {"Participant 7", "Participant 8"}
    assert len(collected.without) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"colour,size\nred,3\n", r"1:1: no column says who"),
        (b"id,name\n1,Jane\n2,John\n1,Ann\n", r"4:1: '1' is Jane already"),
        (b'id,name\n"1,Jane\n', "not a CSV file"),
    ],
)
def test_a_roster_that_cannot_be_used(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=message):
        read_roster(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_roster_in_any_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes("id;name\r\n1;Zoë Groß\r\n".encode(encoding))
    (student,) = read_roster(path).students
    assert student.name == "Zoë Groß"


def test_names_written_as_utf8_without_saying_so(tmp_path: Path) -> None:
    """As many programs do; names in the zip's own old encoding are read as what they are."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        info = zipfile.ZipInfo("jose_1_2_feed_forward.py")
        archive.writestr(info, ANSWER)
    data = path.read_bytes().replace(b"jose_1_2_feed", "josé_1_2_fee".encode())
    path.write_bytes(data.replace(b"feee", b"feed"))
    (taken,) = collect([path], entries=ENTRIES).taken
    assert taken.student.name == "josé"
    path.write_bytes(zip_bytes({"é.py": ANSWER}))
    assert collect([path], entries=ENTRIES).taken[0].student.id == "é"
