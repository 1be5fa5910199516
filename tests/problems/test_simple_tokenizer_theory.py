"""The ids in the theory of simple_tokenizer, recomputed from the text that a student reads."""

import re

import pytest

from tests.problems.texts import Theory, table

PROBLEM = "simple_tokenizer"
THEORY = Theory(PROBLEM)

# What the table of mistakes says, and the wrong solution that does it.
MISTAKES = {
    "words are numbered in alphabetical order": "sorted_words",
    "a word that comes again is counted again": "id_is_first_place",
    "a word that comes again gets a new id": "id_is_last_place",
    "unknown words are left out": "unknown_left_out",
    "unknown words become padding": "unknown_is_padding",
    "unknown words are learnt": "unknown_learnt",
    "a beginning and an end are added": "begin_and_end_added",
    "there are no special tokens": "no_special_tokens",
    "ids are counted from 1": "counts_from_one",
    "only the first text is learnt": "first_text_only",
    "only the last text is learnt": "last_text_only",
}


def quoted(title):
    return re.findall('"([^"]+)"', " ".join(THEORY.section(title).split()))


@pytest.fixture(scope="module")
def built(functions):
    """Makes the tokenizer of a file, with the vocabulary of the worked example."""

    def build(name):
        tokenizer = functions[name]()
        tokenizer.build_vocab(quoted("Learning"))
        return tokenizer

    return build


@pytest.fixture(scope="module")
def text():
    (text,) = quoted("There and Back")
    return text


def test_the_vocabulary_is_as_stated(built):
    rows = table(THEORY.section("Learning"))
    assert [int(number) for number, _ in rows] == list(range(9))
    tokens = " ".join(token.strip("`") for _, token in rows)
    assert built("reference.py").decode(list(range(9))) == tokens
    special = table(THEORY.section("Special Tokens"))
    assert [row[:2] for row in special] == rows[:4]


def test_the_worked_example_is_right(built, text):
    reference = built("reference.py")
    ids = reference.encode(text)
    (stated,) = THEORY.stated("There and Back")[r"\text{encode}"]
    assert ids == stated.tolist()
    assert f"`{reference.decode(ids)}`" in THEORY.section("There and Back")


@pytest.mark.parametrize("what", MISTAKES)
def test_each_mistake_gives_the_ids_of_its_row(what, built, text):
    given = built(f"wrong/{MISTAKES[what]}.py").encode(text)
    assert given == THEORY.mistakes()[what].tolist()


def test_the_table_of_mistakes_has_no_other_row():
    assert set(THEORY.mistakes()) == set(MISTAKES)


def test_the_ways_there_and_back_are_inverse_for_known_words(built):
    reference = built("reference.py")
    for text in ("down", "the cat sat down", "<BOS> the dog <EOS> <PAD> <UNK>"):
        assert reference.decode(reference.encode(text)) == text
