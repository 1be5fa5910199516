"""``python -m grader.report.export TOOL BUNDLE SUBMISSION RESULTS``: what bundles' scripts run."""

from __future__ import annotations

import sys
from pathlib import Path

from grader.report.export.inside import write_results

if __name__ == "__main__":
    tool, bundle, submission, results = sys.argv[1:]
    sys.exit(write_results(tool, Path(bundle), Path(submission), Path(results)))
