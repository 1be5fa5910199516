"""From a run to a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.judge.bundle_source import BundleSource
    from grader.judge.cache import cache_key, load_cached, store_cached
    from grader.judge.disclosure import for_student, has_secrets, visibility
    from grader.judge.fingerprints import Fingerprint, Vector, fingerprint, tolerances
    from grader.judge.load_failures import load_failure
    from grader.judge.machine import environment
    from grader.judge.mistake_catalogue import (
        MistakeCatalogue,
        pack_fingerprints,
        unpack_fingerprints,
    )
    from grader.judge.outcomes import (
        STOP_VERDICTS,
        PreparedCase,
        exception_text,
        judge_case,
        judge_cases,
        stop_text,
    )
    from grader.judge.prepared_suite import PreparedSuite, Scope, entry_of
    from grader.judge.reference import (
        REFERENCE_LIMITS,
        public_case_names,
        reference_source,
        run_reference,
        suite_from_reference,
    )
    from grader.judge.result_json import SCHEMA, from_json, to_bytes, to_json
    from grader.judge.results import (
        CaseResult,
        Counterexample,
        Difference,
        GroupResult,
        SubmissionResult,
    )
    from grader.judge.scoring import score
    from grader.judge.student_bundle import StudentBundle, pack_bundle, unpack_bundle, write_bundle
    from grader.judge.suite_source import IntermediateValues, SolvedCase, SuiteSource
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "bundle_source": "BundleSource",
            "cache": "cache_key load_cached store_cached",
            "disclosure": "for_student has_secrets visibility",
            "fingerprints": "Fingerprint Vector fingerprint tolerances",
            "load_failures": "load_failure",
            "machine": "environment",
            "mistake_catalogue": "MistakeCatalogue pack_fingerprints unpack_fingerprints",
            "outcomes": (
                "PreparedCase STOP_VERDICTS exception_text judge_case judge_cases stop_text"
            ),
            "prepared_suite": "PreparedSuite Scope entry_of",
            "reference": (
                "REFERENCE_LIMITS public_case_names reference_source run_reference "
                "suite_from_reference"
            ),
            "result_json": "SCHEMA from_json to_bytes to_json",
            "results": "CaseResult Counterexample Difference GroupResult SubmissionResult",
            "scoring": "score",
            "student_bundle": "StudentBundle pack_bundle unpack_bundle write_bundle",
            "suite_source": "IntermediateValues SolvedCase SuiteSource",
        },
    )

__all__ = [
    "REFERENCE_LIMITS",
    "SCHEMA",
    "STOP_VERDICTS",
    "BundleSource",
    "CaseResult",
    "Counterexample",
    "Difference",
    "Fingerprint",
    "GroupResult",
    "IntermediateValues",
    "MistakeCatalogue",
    "PreparedCase",
    "PreparedSuite",
    "Scope",
    "SolvedCase",
    "StudentBundle",
    "SubmissionResult",
    "SuiteSource",
    "Vector",
    "cache_key",
    "entry_of",
    "environment",
    "exception_text",
    "fingerprint",
    "for_student",
    "from_json",
    "has_secrets",
    "judge_case",
    "judge_cases",
    "load_cached",
    "load_failure",
    "pack_bundle",
    "pack_fingerprints",
    "public_case_names",
    "reference_source",
    "run_reference",
    "score",
    "stop_text",
    "store_cached",
    "suite_from_reference",
    "to_bytes",
    "to_json",
    "tolerances",
    "unpack_bundle",
    "unpack_fingerprints",
    "visibility",
    "write_bundle",
]
