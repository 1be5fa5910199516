"""What an exercise is, and how it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.problem.contract import (
        CONSTRUCTOR,
        Signature,
        anchors,
        case_names,
        entry_name,
        parameter_text,
        parameters_of,
        shape_text,
        signature_of,
        signature_text,
        signatures,
        slug,
        walk,
    )
    from grader.problem.course import Course, read_course
    from grader.problem.files import display
    from grader.problem.folders import (
        COURSE_FILE,
        PROBLEM_FILE,
        PROBLEMS,
        PUBLIC_CASES,
        SOLUTIONS,
        course_root,
    )
    from grader.problem.load import load_problem, read_problem
    from grader.problem.model import (
        UNSET,
        CallSpec,
        CaseSpec,
        ClassContract,
        Compare,
        Difficulty,
        Dim,
        Example,
        Function,
        Hint,
        Keys,
        Limits,
        Parameter,
        Pitfall,
        Policy,
        Problem,
        ProblemSpec,
        Source,
        Statement,
        TestGroup,
        Tests,
        Visibility,
    )
    from grader.problem.points import exact, max_points, total_points
    from grader.problem.testing import EXAMPLES
    from grader.problem.types import (
        ELEMENTS,
        SCALARS,
        AnyType,
        ArrayType,
        DictType,
        ListType,
        NothingType,
        ScalarType,
        TupleType,
        Type,
        WithParts,
        named,
    )
    from grader.problem.wording import describe, did_you_mean
    from grader.problem.yaml import read_yaml
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "contract": (
                "CONSTRUCTOR Signature anchors case_names entry_name parameter_text parameters_of "
                "shape_text signature_of signature_text signatures slug walk"
            ),
            "course": "Course read_course",
            "files": "display",
            "folders": "COURSE_FILE PROBLEMS PROBLEM_FILE PUBLIC_CASES SOLUTIONS course_root",
            "load": "load_problem read_problem",
            "model": (
                "CallSpec CaseSpec ClassContract Compare Difficulty Dim Example Function Hint Keys "
                "Limits Parameter Pitfall Policy Problem ProblemSpec Source Statement TestGroup "
                "Tests UNSET Visibility"
            ),
            "points": "exact max_points total_points",
            "testing": "EXAMPLES",
            "types": (
                "AnyType ArrayType DictType ELEMENTS ListType NothingType SCALARS ScalarType "
                "TupleType Type WithParts named"
            ),
            "wording": "describe did_you_mean",
            "yaml": "read_yaml",
        },
    )

__all__ = [
    "CONSTRUCTOR",
    "COURSE_FILE",
    "ELEMENTS",
    "EXAMPLES",
    "PROBLEMS",
    "PROBLEM_FILE",
    "PUBLIC_CASES",
    "SCALARS",
    "SOLUTIONS",
    "UNSET",
    "AnyType",
    "ArrayType",
    "CallSpec",
    "CaseSpec",
    "ClassContract",
    "Compare",
    "Course",
    "DictType",
    "Difficulty",
    "Dim",
    "Example",
    "Function",
    "Hint",
    "Keys",
    "Limits",
    "ListType",
    "NothingType",
    "Parameter",
    "Pitfall",
    "Policy",
    "Problem",
    "ProblemSpec",
    "ScalarType",
    "Signature",
    "Source",
    "Statement",
    "TestGroup",
    "Tests",
    "TupleType",
    "Type",
    "Visibility",
    "WithParts",
    "anchors",
    "case_names",
    "course_root",
    "describe",
    "did_you_mean",
    "display",
    "entry_name",
    "exact",
    "load_problem",
    "max_points",
    "named",
    "parameter_text",
    "parameters_of",
    "read_course",
    "read_problem",
    "read_yaml",
    "shape_text",
    "signature_of",
    "signature_text",
    "signatures",
    "slug",
    "total_points",
    "walk",
]
