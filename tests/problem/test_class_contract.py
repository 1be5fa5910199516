"""Exercises whose solution is a class: calls in a row, the constructor, shared parameters."""

from __future__ import annotations

import pytest
from small_problem import SPEC

from grader.problem.contract import (
    entry_name,
    parameters_of,
    signature_of,
    signature_text,
    signatures,
)
from grader.problem.model import UNSET, CallSpec

CONTRACT = """\
class:
  name: Vocabulary
  init:
    unknown: {type: str, default: "<unk>"}
  methods:
    build:
      params:
        texts: {type: "list[str]", shape: n, doc: sentences}
        limit: {type: int, optional: true, default: null}
      doc: Learn the words.
    encode:
      params: {text: {type: str}}
      returns: {type: "list[int]"}
    table:
      returns: {type: tuple, items: {words: {type: "list[str]"}, counts: {dtype: int64}}}
"""
STARTER = """\
starter: |
  class Vocabulary:
      def __init__(self, unknown="<unk>"):
          pass

      def build(self, texts, limit=None):
          pass

      def encode(self, text):
          pass

      def table(self):
          pass
"""
CASES = """\
examples:
  - name: Two words
    calls:
      - {method: init}
      - {method: build, args: {texts: [a b]}, returns: null}
      - {method: encode, args: {text: b}, returns: [1]}
tests:
  groups:
    - id: public
      cases:
        - name: unknown words
          calls:
            - {method: init, args: {unknown: "?"}}
            - {method: build, args: {texts: [no yes]}}
            - {method: encode, args: {text: ""}}
"""


def between(start: str, end: str) -> str:
    return SPEC[SPEC.index(start) : SPEC.index(end)]


CLASS_SPEC = (
    SPEC.replace(between("function:", "requirements:"), CONTRACT)
    .replace(between("starter:", "policy:"), STARTER)
    .replace(between("examples:", "misconceptions:"), CASES)
)


def found(shop, old: str, new: str) -> list[str]:
    assert old in CLASS_SPEC, old
    shop.write(CLASS_SPEC.replace(old, new, 1))
    return [message.partition(": ")[2] for message in shop.found()]


@pytest.fixture
def spec(shop):
    shop.write(CLASS_SPEC)
    problem, diagnostics = shop.read()
    assert diagnostics == ()
    return problem.spec


def test_signatures_in_order(spec):
    assert entry_name(spec) == "Vocabulary"
    assert [s.name for s in signatures(spec)] == ["init", "build", "encode", "table"]
    assert [s.python_name for s in signatures(spec)] == ["__init__", "build", "encode", "table"]
    assert signature_text(spec) == "Vocabulary(unknown='<unk>')"
    assert signature_text(spec, "build") == "build(texts, limit=None)"
    assert signature_of(spec, "build").required == ("texts",)
    assert signature_of(spec, "build").doc == "Learn the words."
    assert list(parameters_of(spec)) == ["unknown", "texts", "limit", "text"]
    with pytest.raises(KeyError):
        signature_of(spec, "decode")


def test_calls_tell_none_from_not_given(spec):
    calls = spec.examples[0].calls
    assert calls[0] == CallSpec(method="init")
    assert calls[0].returns is UNSET
    assert calls[1].returns is None
    assert spec.tests.groups[0].cases[0].calls[1].args == {"texts": ["no yes"]}


FAULTS = {
    "no methods": (
        CONTRACT[CONTRACT.index("  methods:") :],
        "  methods: {}\n",
        [
            "methods must not be empty",
            "no method 'build'; there are init",
            "no method 'encode'; there are init",
            "no method 'build'; there are init",
            "no method 'encode'; there are init",
        ],
    ),
    "misspelt method": (
        "{method: encode, args: {text: b}, returns: [1]}",
        "{method: encod, args: {text: b}, returns: [1]}",
        ["no method 'encod'; did you mean 'encode'?"],
    ),
    "no method": (
        "{method: init, args",
        "{args",
        ["a call needs a method; there are init, build, encode, table"],
    ),
    "constructor in the middle": (
        "{method: encode, args: {text: b}, returns: [1]}",
        "{method: init}",
        ["only the first call can be the constructor"],
    ),
    "constructor among the methods": (
        "    encode:\n",
        "    __init__: {}\n    encode:\n",
        [
            "'__init__' is not the name of a method; parameters of the constructor stand in 'init'",
        ],
    ),
    "argument of another method": (
        "{method: encode, args: {text: b}",
        "{method: encode, args: {texts: b}",
        ["args: no value for text", "args: no parameter is named 'texts'; did you mean 'text'?"],
    ),
    "example without calls": (
        CASES[CASES.index("    calls:") : CASES.index("tests:")],
        "    args: {text: b}\n",
        ["an example of a class needs 'calls'"],
    ),
    "case without calls": (
        CASES[CASES.index("          calls:") :],
        "",
        ["case 'unknown words' of a class needs 'calls'"],
    ),
    "starter without the class": (
        "class Vocabulary:\n",
        "class Messages:\n",
        ["starter does not define class Vocabulary"],
    ),
    "starter without a method": (
        "def encode(",
        "def encod(",
        ["starter does not define method encode in class Vocabulary"],
    ),
    "starter without self": (
        "def encode(self, text)",
        "def encode(text)",
        ["starter has encode(text), the contract encode(self, text)"],
    ),
    "starter without the constructor": (
        '      def __init__(self, unknown="<unk>"):\n          pass\n',
        "",
        ["starter does not define method __init__ in class Vocabulary"],
    ),
    "starter with another constructor": (
        'unknown="<unk>"',
        "unknown",
        ["starter has unknown, the contract unknown='<unk>'"],
    ),
    "argument that no method has": (
        "        - name: unknown words\n",
        "        - name: unknown words\n          values: {texts: words, tezt: words}\n",
        ["values: no parameter is named 'tezt'; did you mean 'text'?"],
    ),
}


@pytest.mark.parametrize(("old", "new", "messages"), FAULTS.values(), ids=FAULTS)
def test_fault(shop, old, new, messages):
    assert found(shop, old, new) == messages


def test_a_class_without_a_constructor_needs_none_in_the_starter(shop):
    text = CLASS_SPEC.replace('  init:\n    unknown: {type: str, default: "<unk>"}\n', "")
    text = text.replace('      def __init__(self, unknown="<unk>"):\n          pass\n', "")
    shop.write(text.replace(', args: {unknown: "?"}', ""))
    assert shop.found() == []
