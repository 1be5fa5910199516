"""docs/cluster.md: its manifest and its commands fit what they are for, as far as can be read."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import pytest
import yaml

import grader
from grader.errors import DISTRIBUTION
from tests.course import ROOT

TEXT = (ROOT / "docs" / "cluster.md").read_text("utf-8")


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    found = re.search(r"(?m)^    apiVersion: kubernetes\.dask\.org.*(?:\n(?:    .*)?)+", TEXT)
    assert found is not None
    data: dict[str, Any] = yaml.safe_load(textwrap.dedent(found[0]))
    return data


def test_the_service_finds_the_pod_of_the_scheduler(manifest: dict[str, Any]) -> None:
    # These labels are what the operator gives that pod (dask-kubernetes 2026.3.0,
    # build_scheduler_deployment_spec); the service it makes from `service` unchanged.
    name = manifest["metadata"]["name"]
    service = manifest["spec"]["scheduler"]["service"]
    assert service["selector"] == {"dask.org/cluster-name": name, "dask.org/component": "scheduler"}
    # Workers are sent to the first, and the operator looks up the second by its name.
    ports = {port["name"]: port["port"] for port in service["ports"]}
    assert ports == {"tcp-comm": 8786, "http-dashboard": 8787}
    assert f"service/{name}-scheduler 8786" in TEXT


def test_scheduler_and_workers_run_the_same_image(manifest: dict[str, Any]) -> None:
    images = {
        container["image"]
        for part in ("scheduler", "worker")
        for container in manifest["spec"][part]["spec"]["containers"]
    }
    assert len(images) == 1


def test_the_wheel_that_is_installed_is_the_one_that_is_built() -> None:
    wheel = f"{DISTRIBUTION.replace('-', '_')}-{grader.__version__}-py3-none-any.whl"
    assert set(re.findall(r"[\w.-]+\.whl", TEXT)) == {wheel}
    assert TEXT.count(f"{wheel}[cluster]'") == 2
