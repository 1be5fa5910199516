"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No assertion on time: a machine with other work to do must not make a test fail.
settings.register_profile(
    "grader", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("grader")
