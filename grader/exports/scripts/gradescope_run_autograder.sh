#!/bin/sh
# Gradescope runs this for each submission; the layout around it is Gradescope's.
root=$(cd "$(dirname "$0")" && pwd)
here="$root/source"
mkdir -p "$root/results"
# Holds until the grader replaces it, so that there is a results file whatever happens.
cp "$here/failure.json" "$root/results/results.json"
export PYTHONPATH="$here/package" GRADER_CACHE="$here/cache"
exec "$root/venv/bin/python" -m grader.exports \
    gradescope "$here" "$root/submission" "$root/results/results.json"
