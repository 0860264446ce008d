"""GET /: the page of --page, read once at start and lent like the other documents."""

import gzip
import hashlib
import os
import re
import subprocess

import pytest
from conftest import ROOT, SERVICE
from wire import request

POLICY = "default-src 'none'; script-src 'sha256-AAAA' 'wasm-unsafe-eval'"
HTML = f'<!doctype html>\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n' + "<p>page</p>\n" * 100


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(HTML)
    return file


def get(service, *headers, method="GET"):
    return service.ask(request(method, "/", headers), method)


def test_the_page_with_its_policy(start, page):
    answer = get(start("--page", str(page)))
    assert (answer.status, answer.body.decode()) == (200, HTML)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == POLICY + "; frame-ancestors 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["etag"] == '"' + hashlib.sha256(answer.body).hexdigest()[:32] + '"'


def test_no_document_but_the_page_has_a_policy(start, page):
    assert "content-security-policy" not in start("--page", str(page)).get("/formats").headers


def test_head_etag_and_gzip(start, page):
    service = start("--page", str(page))
    plain, packed = get(service), get(service, "Accept-Encoding: gzip")
    assert gzip.decompress(packed.body) == plain.body
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    head = get(service, "Accept-Encoding: gzip", method="HEAD")
    assert (head.status, head.headers["content-length"], head.body) == (200, str(len(packed.body)), b"")
    for known in (plain, packed):
        coding = ["Accept-Encoding: gzip"] if known is packed else []
        again = service.ask(request("GET", "/", [*coding, f"If-None-Match: {known.headers['etag']}"]), "HEAD")
        assert (again.status, again.headers["etag"]) == (304, known.headers["etag"])
        assert again.headers["content-security-policy"].startswith(POLICY)


def test_other_methods_and_queries(start, page, check_problem):
    service = start("--page", str(page))
    options = service.ask(request("OPTIONS", "/"), "HEAD")
    assert (options.status, options.headers["allow"]) == (204, "GET, HEAD, OPTIONS")
    check_problem(service.ask(request("POST", "/")), 405, "method")
    check_problem(service.get("/?file=x"), 400, "parameter-unknown")
    check_problem(service.get("/index.html"), 404, "not-found")


def test_none_is_the_end_of_it(start, check_problem):
    service = start("--page", "none")
    check_problem(get(service), 404, "page-none")
    assert get(service, method="HEAD").status == 404


def test_it_is_read_once(start, page):
    service = start(environment={"NAVLINTD_PAGE": str(page)})
    page.unlink()
    assert get(service).body.decode() == HTML


def test_nobody_needs_a_token_for_it(start, page, tmp_path):
    tokens = tmp_path / "tokens"
    tokens.write_text("0123456789abcdef")
    service = start("--page", str(page), "--token-file", str(tokens))
    assert get(service).status == 200
    assert service.get("/formats").status == 401


def test_auto_finds_the_installed_one(tmp_path, page, start, monkeypatch):
    """share/ is found from where the program is, whatever the prefix."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "share" / "navlint").mkdir(parents=True)
    program = tmp_path / "bin" / "navlintd"
    try:
        os.link(SERVICE, program)
    except OSError:
        program.write_bytes(open(SERVICE, "rb").read())
        program.chmod(0o755)
    monkeypatch.setattr("conftest.SERVICE", str(program))
    assert get(start()).status == 404
    page.rename(tmp_path / "share" / "navlint" / "navlint.html")
    assert get(start()).body.decode() == HTML


REFUSED = {
    "is missing": None,
    "has no policy": "<p>hello",
    "allows what it does not name": HTML.replace("default-src 'none'", "default-src *"),
    "would add a header": HTML.replace("default-src 'none';", "default-src 'none';\r\nX-Evil: 1;"),
    "is not ASCII": HTML.replace("AAAA", "Ä"),
    "has too long a policy": HTML.replace("AAAA", "A" * 1024),
    "has a policy that does not fit with what is added": HTML.replace("AAAA", "A" * (1024 - len(POLICY))),
    "does not end": HTML[: HTML.index("'sha256")] + "\n",
    "holds a NUL": HTML + "\0",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=[name.replace(" ", "-") for name in REFUSED])
def test_what_is_no_page_is_refused_at_start(page, text):
    if text is None:
        page.unlink()
    else:
        page.write_bytes(text.encode())
    ended = subprocess.run([SERVICE, "--port", "0", "--page", str(page)], capture_output=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert b"--page" in ended.stderr and str(page).encode() in ended.stderr


def test_a_folder_is_no_page(tmp_path):
    ended = subprocess.run([SERVICE, "--port", "0", "--page", str(tmp_path)], capture_output=True, check=False, timeout=60)
    assert (ended.returncode, b"regular file" in ended.stderr) == (2, True)


built = ROOT / "build" / "web" / "navlint.html"


@pytest.mark.skipif(not built.exists(), reason="./dev web has not built the page")
def test_the_built_page_is_taken(start):
    answer = get(start("--page", str(built)))
    assert answer.body == built.read_bytes()
    policy = answer.headers["content-security-policy"]
    assert "'unsafe-inline'" not in policy and "'unsafe-eval'" not in policy
    assert re.search(r"script-src 'sha256-[^']+' 'wasm-unsafe-eval';", policy)
