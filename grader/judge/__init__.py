"""From a run to a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.judge.cache import cache_key, load_cached, store_cached
    from grader.judge.disclosure import for_student, has_secrets, visibility
    from grader.judge.fingerprints import Fingerprint, Vector, fingerprint, tolerances
    from grader.judge.load_failures import load_failure
    from grader.judge.machine import environment
    from grader.judge.outcomes import (
        STOP_VERDICTS,
        PreparedCase,
        exception_text,
        judge_case,
        judge_cases,
        stop_text,
    )
    from grader.judge.prepared_suite import (
        REFERENCE_LIMITS,
        PreparedSuite,
        Scope,
        entry_of,
        prepare_suite,
        public_case_names,
        reference_source,
        run_reference,
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
    from grader.judge.student_bundle import (
        FILE,
        BundleCase,
        StudentBundle,
        bundle_of,
        pack_bundle,
        unpack_bundle,
        write_bundle,
    )
else:
    from grader.faces import lazy

    __getattr__, __dir__ = lazy(
        __name__,
        {
            "cache": "cache_key load_cached store_cached",
            "disclosure": "for_student has_secrets visibility",
            "fingerprints": "Fingerprint Vector fingerprint tolerances",
            "load_failures": "load_failure",
            "machine": "environment",
            "outcomes": (
                "PreparedCase STOP_VERDICTS exception_text judge_case judge_cases stop_text"
            ),
            "prepared_suite": (
                "PreparedSuite REFERENCE_LIMITS Scope entry_of prepare_suite public_case_names "
                "reference_source run_reference"
            ),
            "result_json": "SCHEMA from_json to_bytes to_json",
            "results": "CaseResult Counterexample Difference GroupResult SubmissionResult",
            "scoring": "score",
            "student_bundle": (
                "BundleCase FILE StudentBundle bundle_of pack_bundle unpack_bundle write_bundle"
            ),
        },
    )

__all__ = [
    "FILE",
    "REFERENCE_LIMITS",
    "SCHEMA",
    "STOP_VERDICTS",
    "BundleCase",
    "CaseResult",
    "Counterexample",
    "Difference",
    "Fingerprint",
    "GroupResult",
    "PreparedCase",
    "PreparedSuite",
    "Scope",
    "StudentBundle",
    "SubmissionResult",
    "Vector",
    "bundle_of",
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
    "prepare_suite",
    "public_case_names",
    "reference_source",
    "run_reference",
    "score",
    "stop_text",
    "store_cached",
    "to_bytes",
    "to_json",
    "tolerances",
    "unpack_bundle",
    "visibility",
    "write_bundle",
]
