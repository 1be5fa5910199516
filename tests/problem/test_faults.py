"""Every fault has its sentence and its place: one replacement in a right problem, what is found."""

from __future__ import annotations

import pytest
from small_problem import SPEC

#: Name, what is replaced, by what, and all that is found.
FAULTS = [
    (
        "misspelt key",
        "hints:",
        "hint:",
        [
            "23:1: unknown key 'hint'; did you mean 'hints'?",
            "56:33: breaks: there is no hints[1]; hints has 0 entries, counted from 0",
        ],
    ),
    (
        "misspelt required key",
        "summary:",
        "sumary:",
        ["5:1: unknown key 'sumary'; did you mean 'summary'?"],
    ),
    (
        "key like no other",
        "visible: full",
        "when: 3",
        [
            "41:7: groups[0]: unknown key 'when'; known here: id, title, visible, points, "
            "scoring, cases"
        ],
    ),
    (
        "comma in a flow mapping",
        "The argument is changed.",
        "The argument (x, c) changes.",
        ["22:46: unknown key 'c) changes.'; text that holds ',' or ': ' must be in quotes"],
    ),
    ("missing key", "title: Scale\n", "", ["2:1: key 'title' is missing"]),
    (
        "missing key further in",
        '{text: "`x * c`", cost: 50}',
        "{cost: 50}",
        ["25:5: hints[1]: key 'text' is missing"],
    ),
    (
        "key that is a number",
        "params:\n",
        "params:\n    1: {type: int}\n",
        ["15:8: key 1 must be text; write it in quotes"],
    ),
    ("unknown key that is a number", "tests:\n", "1: 2\ntests:\n", ["37:1: unknown key 1"]),
    (
        "merge key",
        "policy: {",
        "policy: {<<: {}, ",
        ["31:10: policy: unknown key '<<'; known here: imports, forbid_calls, loops"],
    ),
    (
        "text wanted, number",
        "title: Scale",
        "title: 5",
        ["4:8: title must be text, not 5; write it in quotes"],
    ),
    (
        "text wanted, list",
        "title: Scale",
        "title: [Scale]",
        ["4:8: title must be text, not a list"],
    ),
    ("text wanted, nothing", "title: Scale", "title:", ["4:7: title has no value"]),
    ("empty text", "title: Scale", "title: ''", ["4:8: title must not be empty"]),
    (
        "number wanted, text",
        "cost: 50",
        "cost: '50'",
        ["25:29: cost must be a number, not text '50'"],
    ),
    ("number out of range", "cost: 50", "cost: 101", ["25:29: cost must be at most 100, not 101"]),
    ("infinite", "points: 10", "points: .inf", ["42:15: points must be a finite number, not inf"]),
    ("nan", "points: 10", "points: .nan", ["42:15: points must be a finite number, not nan"]),
    ("whole number wanted", "seed: 7", "seed: 7.5", ["38:9: seed must be a whole number, not 7.5"]),
    ("negative seed", "seed: 7", "seed: -7", ["38:9: seed must be at least 0, not -7"]),
    ("bool is no number", "seed: 7", "seed: true", ["38:9: seed must be a whole number, not true"]),
    (
        "true or false wanted",
        "type: float",
        "optional: yes, type: float",
        ["16:19: optional must be true or false, not text 'yes'"],
    ),
    (
        "list wanted",
        "prerequisites: []",
        "prerequisites: softmax",
        ["9:16: prerequisites must be a list, not text 'softmax'"],
    ),
    (
        "mapping wanted",
        "policy: {imports: [numpy], forbid_calls: [np.load], loops: warn}",
        "policy: strict",
        ["31:9: policy must be a mapping, not text 'strict'"],
    ),
    (
        "word not among the words",
        "visible: full",
        "visible: fully",
        [
            "41:16: visible must be full, diagnosis, verdict or hidden, not text 'fully'; "
            "did you mean 'full'?"
        ],
    ),
    (
        "sentence is neither text nor mapping",
        "- Multiply every entry.",
        "- 5",
        ["19:5: requirements[0] must be text, or a mapping with a 'text', not 5"],
    ),
    (
        "time without a unit that is known",
        "wall: 2s",
        "wall: 2h",
        ["32:16: wall must be a time such as 2s or 500ms, not text '2h'"],
    ),
    ("time below zero", "wall: 2s", "wall: -1", ["32:16: wall must be more than 0, not -1"]),
    (
        "size that is no size",
        "memory: 1GiB",
        "memory: lots",
        ["32:28: memory must be a size such as 64kB, 512MB or 1GiB, not text 'lots'"],
    ),
    (
        "size of nothing",
        "memory: 1GiB",
        "memory: 0kB",
        ["32:28: memory must be more than 0, not 0"],
    ),
    (
        "size beyond all numbers",
        "memory: 1GiB",
        "memory: " + "9" * 400 + "B",
        [f"32:28: memory must be a size such as 64kB, 512MB or 1GiB, not text '{'9' * 37}'..."],
    ),
    (
        "no cases",
        SPEC[SPEC.index("cases:") : SPEC.index("\n    - id: secret")],
        "cases: []",
        ["43:14: cases must not be empty"],
    ),
    (
        "wrong case",
        "- {name: many, repeat: 3}",
        "- {name: many, repeat: 0}",
        ["49:32: repeat must be at least 1, not 0"],
    ),
    ("spec missing", "spec: 1\n", "", ["2:1: key 'spec' is missing"]),
    (
        "spec of the future",
        "spec: 1",
        "spec: 2",
        ["2:7: spec 2 is a newer format than this grader reads (1); install a newer grader"],
    ),
    (
        "spec as text",
        "spec: 1",
        "spec: '1'",
        ["2:7: spec must be 1, the version of the format, not text '1'"],
    ),
    (
        "spec as bool",
        "spec: 1",
        "spec: true",
        ["2:7: spec must be 1, the version of the format, not true"],
    ),
    (
        "id that is no slug",
        "id: scale",
        "id: Scale",
        ["3:5: id 'Scale' may hold only small letters, digits and _"],
    ),
    (
        "id unlike the folder",
        "id: scale",
        "id: scales",
        ["3:5: id 'scales' differs from the folder's name 'scale'; make them equal"],
    ),
    (
        "two contracts",
        "requirements:\n",
        "class: {name: A, methods: {f: {}}}\nrequirements:\n",
        ["18:1: give either 'function' or 'class': what the student writes"],
    ),
    (
        "name that is a keyword",
        "name: scale\n",
        "name: lambda\n",
        ["11:9: name 'lambda' is not a Python name"],
    ),
    (
        "dims in the wrong order",
        "min: 1, max: 8",
        "min: 9, max: 8",
        ["13:8: n: max 8 is less than min 9"],
    ),
    (
        "parameter that is no name",
        'x: {shape: "*batch n", doc',
        'x-y: {shape: "*batch n", doc',
        [
            "15:5: 'x-y' is not a Python name",
            "35:5: args: no value for x-y",
            "35:12: args: no parameter is named 'x'",
            "45:37: values: no parameter is named 'x'",
            "45:71: layout: no parameter is named 'x'",
            "51:30: no parameter is named 'x'",
        ],
    ),
    (
        "array without a shape",
        'x: {shape: "*batch n",',
        "x: {",
        ["15:5: x: an array needs a shape, such as 'n m'; '' is 0-d"],
    ),
    (
        "unknown type",
        "type: float",
        "type: flaot",
        ["16:15: c: no type 'flaot'; did you mean 'float'?"],
    ),
    (
        "unknown type of a list",
        "type: float",
        'type: "list[ints]"',
        ["16:21: c: no type 'list[ints]'; did you mean 'list[int]'?"],
    ),
    (
        "shape of a scalar",
        "type: float",
        "type: float, shape: n",
        ["16:22: c: shape is for arrays and lists, and this is of type float"],
    ),
    (
        "dtype of a scalar",
        "type: float",
        "type: float, dtype: float32",
        ["16:22: c: dtype is for arrays, and this is of type float"],
    ),
    (
        "items of an array",
        "returns: {shape",
        "returns: {items: {a: {}}, shape",
        ["17:13: returns: items are the parts of a tuple or dict; add its type"],
    ),
    (
        "default of a part",
        'returns: {shape: "*batch n"}',
        "returns: {type: tuple, items: {a: {type: int, default: 1}}}",
        ["17:49: a: a part of returns has no default of its own"],
    ),
    (
        "default None that is not legal",
        "default: 2.0",
        "default: null",
        ["16:31: c: None is its default; say 'optional: true' too"],
    ),
    (
        "no default after a default",
        "doc: factor}\n",
        "doc: factor}\n    d: {type: int}\n",
        ["17:5: d has no default but follows c, which has one", "36:5: args: no value for d"],
    ),
    (
        "example with an argument in the wrong case",
        "args: {x: [1, -1], c: 3}",
        "args: {X: [1, -1], c: 3}",
        ["35:5: args: no value for x", "35:12: args: no parameter is named 'X'; did you mean 'x'?"],
    ),
    (
        "no contract",
        SPEC[SPEC.index("function:") : SPEC.index("requirements:")],
        "",
        ["2:1: give either 'function' or 'class': what the student writes"],
    ),
    (
        "several faults at once",
        "summary: Multiply by a factor.\nstatement",
        "summary: [Multiply]\nstatemen",
        [
            "5:10: summary must be text, not a list",
            "6:1: unknown key 'statemen'; did you mean 'statement'?",
        ],
    ),
    (
        "starter without the function",
        "def scale(x",
        "def scales(x",
        ["26:1: starter does not define function scale"],
    ),
    (
        "starter with another order",
        "scale(x, c=2.0)",
        "scale(c, x=2.0)",
        ["29:3: starter has scale(c, x=2.0), the contract scale(x, c=2.0)"],
    ),
    (
        "starter without the default",
        "scale(x, c=2.0)",
        "scale(x, c)",
        ["29:3: starter has c, the contract c=2.0"],
    ),
    (
        "starter with another default",
        "scale(x, c=2.0)",
        "scale(x, c=3)",
        ["29:3: starter has c=3, the contract c=2.0"],
    ),
    (
        "starter with a keyword-only parameter",
        "scale(x, c=2.0)",
        "scale(x, *, c=2.0)",
        ["29:3: starter has scale(x, *, c=2.0), the contract scale(x, c=2.0)"],
    ),
    (
        "starter with more keyword-only parameters",
        "scale(x, c=2.0)",
        "scale(x, c=2.0, *, d=1)",
        ["29:3: starter has scale(x, c=2.0, *, d=1), the contract scale(x, c=2.0)"],
    ),
    (
        "starter with any number of arguments",
        "scale(x, c=2.0)",
        "scale(x, c=2.0, *rest, **named)",
        ["29:3: starter has scale(x, c=2.0, *rest, **named), the contract scale(x, c=2.0)"],
    ),
    (
        "starter with a default that is no literal",
        "scale(x, c=2.0)",
        "scale(x, c=np.pi)",
        ["29:3: starter has c=np.pi, the contract c=2.0"],
    ),
    (
        "true is not 1",
        "default: 2.0",
        "default: true",
        ["29:3: starter has c=2.0, the contract c=True"],
    ),
    (
        "import that is no module",
        "imports: [numpy]",
        "imports: [numpy.linalg]",
        ["31:20: imports: 'numpy.linalg' is not the name of a top-level module"],
    ),
    (
        "forbidden call that is no name",
        "[np.load]",
        "[np.load()]",
        ["31:43: forbid_calls: 'np.load()' is not a dotted name such as np.load"],
    ),
    (
        "atol alone",
        "limits:",
        "compare: {atol: 1}\nlimits:",
        ["32:11: atol is used with rtol only; add rtol, 0 if need be"],
    ),
    (
        "two groups with one id",
        "id: secret",
        "id: public",
        ["46:11: another group in line 40 is named 'public' too"],
    ),
    (
        "two cases with one name",
        "name: many",
        "name: plain",
        ["49:18: another example or case in line 44 is named 'plain' too"],
    ),
    (
        "case named like an example",
        "name: many",
        "name: Two entries",
        ["49:18: another example or case in line 34 is named 'Two entries' too"],
    ),
    (
        "case named like one of several",
        "{name: plain,",
        "{name: many 2,",
        [
            "45:85: reuse: no earlier case is named 'plain'",
            "49:18: another example or case in line 44 is named 'many 2' too",
        ],
    ),
    (
        "title of two lines",
        "title: Scale",
        "title: |\n  Scale\n  it",
        ["4:8: title must be one line"],
    ),
    (
        "name of two lines",
        "name: many",
        'name: "many\\nmore"',
        ["49:18: the name of example or case 'many' must be one line"],
    ),
    (
        "group of the examples",
        "id: secret",
        "id: examples",
        ["46:11: 'examples' is the group of the literal examples; choose another id"],
    ),
    (
        "time that no class would wait",
        "wall: 2s",
        "wall: 90min",
        ["32:16: wall must be at most 3600, not 5400.0"],
    ),
    (
        "more memory than there is",
        "memory: 1GiB",
        "memory: 2000GiB",
        ["32:28: memory must be at most 1,099,511,627,776, not 2147483648000"],
    ),
    (
        "case without a name",
        "name: many",
        "name: ''",
        ["49:18: every example or case needs a name that is not empty"],
    ),
    (
        "example without a result",
        "    returns: [3, -3]\n",
        "",
        ["34:5: example 'Two entries': key 'returns' is missing"],
    ),
    (
        "example without an argument",
        "args: {x: [1, -1], c: 3}",
        "args: {c: 3}",
        ["35:5: args: no value for x"],
    ),
    (
        "example without arguments",
        "    args: {x: [1, -1], c: 3}\n",
        "",
        ["34:5: args: no value for x"],
    ),
    (
        "example with an unknown argument",
        "args: {x: [1, -1], c: 3}",
        "args: {x: [1, -1], C: 3}",
        ["35:24: args: no parameter is named 'C'; did you mean 'c'?"],
    ),
    (
        "example with calls and args",
        "    returns: [3, -3]\n",
        "    calls: [{args: {x: [1]}}]\n",
        ["34:5: with 'calls', each call has its own 'args' and 'returns'"],
    ),
    ("calls of nothing", "name: many", "calls: [], name: many", ["49:12: calls must not be empty"]),
    (
        "method of a function",
        "name: many",
        "calls: [{method: f}], name: many",
        ["49:21: method is for classes; a function needs none"],
    ),
    (
        "result in a case",
        "name: many",
        "calls: [{returns: 3}], name: many",
        ["49:21: returns is for examples; what a case returns is computed"],
    ),
    (
        "recipe of no parameter",
        "values: {x:",
        "values: {X:",
        ["45:37: values: no parameter is named 'X'; did you mean 'x'?"],
    ),
    (
        "layout of no parameter",
        "layout: {x:",
        "layout: {y:",
        ["45:71: layout: no parameter is named 'y'"],
    ),
    (
        "default recipe of no parameter",
        "seed: 7",
        "seed: 7\n  values: {d: normal}",
        ["39:12: values: no parameter is named 'd'"],
    ),
    (
        "reuse of a later case",
        "reuse: plain",
        "reuse: many",
        ["45:85: reuse: no earlier case is named 'many'"],
    ),
    (
        "reuse of a misspelt case",
        "reuse: plain",
        "reuse: plane",
        ["45:85: reuse: no earlier case is named 'plane'; did you mean 'plain'?"],
    ),
    (
        "prerequisite that is not there",
        "prerequisites: []",
        "prerequisites: [softmax]",
        ["9:17: no problem 'softmax' in this course"],
    ),
    (
        "prerequisite of itself",
        "prerequisites: []",
        "prerequisites: [scale]",
        ["9:17: a problem cannot come before itself"],
    ),
    ("property of no argument", "arg: x", "arg: z", ["51:30: no parameter is named 'z'"]),
    (
        "intermediate named like an argument",
        "name: product",
        "name: x",
        ["53:12: 'x' is taken already"],
    ),
    (
        "misconception without a file",
        "wrong/adds.py",
        "wrong/add.py",
        ["55:15: no file solutions/scale/wrong/add.py; did you mean 'wrong/adds.py'?"],
    ),
    (
        "misconception outside",
        "wrong/adds.py",
        "../reference.py",
        ["55:15: solution must be a .py file below the folder of solutions"],
    ),
    (
        "breaks nothing that is there",
        "requirements[0]",
        "requirements[2]",
        ["56:14: breaks: there is no requirements[2]; requirements has 2 entries, counted from 0"],
    ),
    (
        "breaks nothing",
        "hints[1]",
        "hint[1]",
        ["56:33: breaks: 'hint[1]' must be like requirements[2], hints[0] or pitfalls[1]"],
    ),
    (
        "no such heading",
        "see: what-it-is",
        "see: theory#what-is-it",
        [
            "58:10: see: theory.md has no heading with the anchor 'theory#what-is-it'; "
            "did you mean 'what-it-is'?"
        ],
    ),
    (
        "theory elsewhere",
        "prerequisites: []",
        "theory: ../theory.md",
        ["9:9: theory must be a file in the problem's folder"],
    ),
    (
        "theory not there",
        "prerequisites: []",
        "theory: text.md",
        ["9:9: theory: there is no file 'text.md' beside this one"],
    ),
    (
        "key given twice",
        "prerequisites: []",
        "title: Again",
        ["9:1: key 'title' is given twice, first in line 4; keep one of them"],
    ),
    (
        "TeX in double quotes",
        "title: Scale",
        'title: "$\\theta$"',
        ["4:8: in double quotes \\t is an escape, not TeX; use single quotes or a | block"],
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "found"), FAULTS, ids=[row[0] for row in FAULTS])
def test_fault(shop, name, old, new, found):
    assert shop.edit(old, new) == found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("min: 1, max: 8", "min: 8, max: 8"),
        ("scale(x, c=2.0)", "scale(x, /, c=2)"),
        ("wall: 2s", "wall: 1"),
        ("see: what-it-is", "see: null"),
        ("prerequisites: []", "source: {title: A, year: 1999}"),
        ("breaks: [", "breaks: []\n    # ["),
        ("title: Scale", "title: &title Scale\nlicense: *title"),
    ],
)
def test_no_fault(shop, old, new):
    assert shop.edit(old, new) == []


def test_true_is_not_the_default_1(shop):
    shop.write(SPEC.replace("default: 2.0", "default: true").replace("c=2.0", "c=1"))
    assert shop.found() == ["29:3: starter has c=1, the contract c=True"]


def test_names_of_faults_differ():
    assert len({row[0] for row in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        ("def scale(x, c=2.0):", "def scale(x, c=2.0", "29:"),
        ("      pass", "     pass(", "30:"),
        ("expression: x * c", "expression: x *", "53:33: is not a Python expression: "),
    ],
)
def test_fault_in_python(shop, old, new, start):
    """The words after the place are Python's own, and differ between its versions."""
    found = shop.edit(old, new)
    assert len(found) == 1
    assert found[0].startswith(start)
    assert "not Python: " in found[0] or "expression: " in found[0]
