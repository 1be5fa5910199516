"""``python -m grader.exports TOOL BUNDLE SUBMISSION RESULTS``: what bundles' scripts run."""

from __future__ import annotations

import sys
from pathlib import Path

from grader.startup import end_quickly, start_quickly

if __name__ == "__main__":
    start_quickly()
    from grader.exports.inside import write_results

    tool, bundle, submission, results = sys.argv[1:]
    code = write_results(tool, Path(bundle), Path(submission), Path(results))
    end_quickly()
    sys.exit(code)
