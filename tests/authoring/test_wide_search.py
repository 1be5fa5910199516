"""The inputs of the wide search: many, of all kinds, and none too large to be made."""

from grader.authoring import wide_search
from grader.cases.case_errors import CaseErrors
from grader.cases.contract import read_contract
from grader.diagnosis.small_cases import make, planned_numbers
from grader.problem.load import load_problem
from tests.course import COURSE


def made_specs(monkeypatch, problem):
    """What the search has made, without judging it."""
    seen = []
    monkeypatch.setattr(wide_search, "make", lambda _, specs: seen.extend(specs) or [])
    monkeypatch.setattr(wide_search, "expect", lambda *_: [])
    assert wide_search.wide_cases(problem, None) == ()
    return seen


def test_what_would_take_gigabytes_is_not_even_made(monkeypatch):
    problem = load_problem("decoder_block", course=COURSE)
    specs = made_specs(monkeypatch, problem)
    contract = read_contract(problem, CaseErrors(problem))
    planned = [planned_numbers(contract, spec.sizes) for spec in specs]
    assert len(planned) > 100
    assert max(planned) <= 40_000


def test_small_arguments_are_all_made(monkeypatch):
    problem = load_problem("layer_norm", course=COURSE)
    specs = made_specs(monkeypatch, problem)
    assert len(specs) == 320
    (case,) = make(problem, specs[:1])
    assert case.name == specs[0].name
