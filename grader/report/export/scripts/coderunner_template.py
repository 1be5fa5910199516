import os
import subprocess
import sys
import zipfile

answer = """{{ STUDENT_ANSWER | e('py') }}"""

with open("answer.py", "w", encoding="utf-8", errors="replace") as file:
    file.write(answer)
with zipfile.ZipFile("grader.zip") as archive:
    archive.extractall("bundle")
command = ["-m", "grader.report.export", "coderunner", "bundle", "answer.py", "results.json"]
paths = {"PYTHONPATH": os.path.abspath("bundle/package"), "GRADER_CACHE": os.path.abspath("cache")}
subprocess.run(
    [sys.executable, *command],
    env={**os.environ, **paths},
    stdin=subprocess.DEVNULL,
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,  # CodeRunner takes any word there for a crash
)
graded = os.path.exists("results.json")
with open("results.json" if graded else "bundle/failure.json", encoding="utf-8") as file:
    print(file.read())
