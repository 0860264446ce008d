"""docs/http.md names every cause and every setting, with its default."""

import re

from conftest import ROOT

DOCS = (ROOT / "docs" / "http.md").read_text()


def test_causes():
    rows = re.findall(r'^SRV_ANSWER\((\w+), (\d+), "([^"]+)"', (ROOT / "server" / "status.def").read_text(), re.M)
    assert len(rows) > 20
    for _, status, slug in rows:
        if status != "200":
            assert re.search(rf"^\| {status} \|.*`{re.escape(slug)}`", DOCS, re.M), slug


def test_parameters():
    rows = re.findall(r'^SRV_PARAMETER\(\w+, "([^"]+)"', (ROOT / "server" / "query.def").read_text(), re.M)
    assert len(rows) > 8
    for name in rows:
        assert f"\n| `{name}` |" in DOCS, name


def test_settings():
    rows = re.findall(r'^SRV_SETTING\(\w+, "([^"]+)", \w+, "([^"]+)"', (ROOT / "server" / "config.def").read_text(), re.M)
    assert len(rows) > 10
    for flag, default in rows:
        assert f"| `--{flag}` | {default} |" in DOCS, flag
