"""Inputs of test cases, from the spec and a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.cases.call_text import case_text, input_texts, named_arguments, signature_of_target
    from grader.cases.case_errors import CaseError, CaseErrors
    from grader.cases.contract import Contract, read_contract, shape_of
    from grader.cases.digest import case_digest
    from grader.cases.given import extent_of
    from grader.cases.layouts import arrange, memory_extent, parse_layout
    from grader.cases.literals import as_reference, convert, number_dtype
    from grader.cases.shapes import (
        Expression,
        Shape,
        Size,
        Star,
        explain,
        match,
        parse_shape,
        resolve,
    )
    from grader.cases.suite import build_suite, check
    from grader.cases.testcase import INIT, Call, Suite, Testcase, count_numbers
    from grader.cases.value_text import literal_text
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "call_text": "case_text input_texts named_arguments signature_of_target",
            "case_errors": "CaseError CaseErrors",
            "contract": "Contract read_contract shape_of",
            "digest": "case_digest",
            "given": "extent_of",
            "layouts": "arrange memory_extent parse_layout",
            "literals": "as_reference convert number_dtype",
            "shapes": "Expression Shape Size Star explain match parse_shape resolve",
            "suite": "build_suite check",
            "testcase": "Call INIT Suite Testcase count_numbers",
            "value_text": "literal_text",
        },
    )

__all__ = [
    "INIT",
    "Call",
    "CaseError",
    "CaseErrors",
    "Contract",
    "Expression",
    "Shape",
    "Size",
    "Star",
    "Suite",
    "Testcase",
    "arrange",
    "as_reference",
    "build_suite",
    "case_digest",
    "case_text",
    "check",
    "convert",
    "count_numbers",
    "explain",
    "extent_of",
    "input_texts",
    "literal_text",
    "match",
    "memory_extent",
    "named_arguments",
    "number_dtype",
    "parse_layout",
    "parse_shape",
    "read_contract",
    "resolve",
    "shape_of",
    "signature_of_target",
]
