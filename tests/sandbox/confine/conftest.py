import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grader.sandbox.confine.layers import Layers
from grader.sandbox.confine.probe import choose_layers, probe

HERE = Path(__file__).parent
PACKAGES = str(HERE.parents[2])
NOBODY = 65534
LIMITS = {"memory": 64 << 20, "cpu": 5, "output": 1 << 20, "mapped": 0}


@dataclass(frozen=True)
class Outcome:
    """How a code ended in the sandbox; a negative status is a signal's number."""

    status: int
    output: str
    errors: str


@dataclass(frozen=True)
class Stage:
    """Runs code behind layers, as root or as an ordinary user."""

    ordinary: bool

    def layers(self, at_most: str = "A", **changes: object) -> Layers:
        """The layers of a level on this host; skips the test where it has fewer."""
        layers = choose_layers(probe(), at_most)
        if self.ordinary and os.geteuid() == 0:
            layers = replace(layers, uid=None, user_namespace=layers.namespaces)
        layers = replace(layers, **changes)
        if at_most.partition(":")[0] != choose_layers(probe(), at_most).level:
            pytest.skip(f"this host has no level {at_most}")
        return layers

    def alone(self, name: str) -> Layers:
        """Nothing but one layer (and no new privileges, which most of them need)."""
        full = self.layers("A")
        bare = Layers(False, True, None, 0, False, False, False)
        return replace(bare, **{name: getattr(full, name)}, user_namespace=self.ordinary)

    def run(self, code: str, layers: Layers, **options: object) -> Outcome:
        """Run one code behind ``layers``; ``options`` are those of ``run_all``."""
        return self.run_all([code], layers, **options)[0]

    def run_all(
        self,
        codes: list[str],
        layers: Layers,
        *,
        files: str = "none",
        read_only: tuple[str, ...] = (),
        sibling: bool = False,
        before: str = "",
        **limits: float,
    ) -> list[Outcome]:
        """Run each code in a child of one zygote.

        With ``sibling`` another child waits beside them, its process id in ``SIBLING``, and its
        end is the last outcome; ``before`` runs in the zygote before it is confined.
        """
        request = {
            "packages": PACKAGES,
            "layers": layers.to_json(),
            "files": files,
            "read_only": read_only,
            "user": NOBODY if self.ordinary and os.geteuid() == 0 else None,
            "limits": {**LIMITS, **limits},
            "sibling": sibling,
            "before": before,
            "codes": codes,
        }
        command = [sys.executable, "-I", "-S", str(HERE / "stage.py"), json.dumps(request)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return [Outcome(*fields) for fields in json.loads(done.stdout)]


@pytest.fixture(params=["root", "ordinary user"])
def stage(request: pytest.FixtureRequest) -> Stage:
    if request.param == "root" and os.geteuid() != 0:
        pytest.skip("only root can show this")
    return Stage(ordinary=request.param != "root")
