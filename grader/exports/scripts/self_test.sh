#!/bin/sh
# usage: self_test.sh PYTHON    grades the reference; anything but full points is an error
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONPATH="$here/package" GRADER_CACHE="$here/cache"
exec "$1" -m grader --course "$here/course" grade @PROBLEM@ "$here/course/solutions/@PROBLEM@/reference.py"
