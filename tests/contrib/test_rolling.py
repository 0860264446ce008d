"""Restarts of a fleet that nobody notices: some thousand requests; rolling.py has the long run."""

from conftest import find
from rolling import SIZES, roll


def test_rolling_restarts_lose_nothing(tmp_path):
    find("haproxy")
    for said in roll(tmp_path, list(SIZES), requests=100, restarts=4, lame_duck_s=1):
        assert said["right"] == said["requests"], said
        assert said["requests"] >= 100
