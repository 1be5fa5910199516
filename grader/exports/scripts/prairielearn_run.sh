#!/bin/sh
# The entry point of the grading container; the layout around it is PrairieLearn's.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$root/results"
# Holds until the grader replaces it, so that there is a results file whatever happens.
cp "$here/failure.json" "$root/results/results.json"
export PYTHONPATH="$here/package" GRADER_CACHE="$root/cache"
exec python3 -m grader.exports \
    prairielearn "$root/tests" "$root/student" "$root/results/results.json"
