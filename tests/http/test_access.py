"""OPTIONS, pages of other origins, and bearer tokens."""

import signal
import subprocess
import time

import pytest
from conftest import SERVICE
from wire import request, upload

PATIENCE_S = 30
PAGE = "https://maps.example"
OTHER = "http://localhost:3000"
TOKEN = "0123456789abcdef"
OTHER_TOKEN = "fedcba9876543210._~+/-=="
PATHS = {"/validate": "POST, OPTIONS", "/formats": "GET, HEAD, OPTIONS", "/rules": "GET, HEAD, OPTIONS",
         "/rules/NOPE": "GET, HEAD, OPTIONS", "/schemas/report.schema.json": "GET, HEAD, OPTIONS",
         "/version": "GET, HEAD, OPTIONS", "/healthz": "GET, HEAD, OPTIONS", "*": "GET, HEAD, POST, OPTIONS"}


def options(service, path, *headers):
    """An answer to OPTIONS has no body and no length; the connection goes on."""
    with service.wire() as wire:
        wire.send(request("OPTIONS", path, headers) + request("GET", "/healthz"))
        answer = wire.answer("HEAD")
        assert wire.answer().json() == {"status": "ok"}
    return answer


def cors(answer):
    return {name[len("access-control-"):]: value for name, value in answer.headers.items()
            if name.startswith("access-control-")}


@pytest.mark.parametrize("path", PATHS)
def test_options_say_what_a_path_takes(service, path):
    answer = options(service, path)
    assert (answer.status, answer.headers["allow"]) == (204, PATHS[path])
    assert "content-length" not in answer.headers
    assert "content-type" not in answer.headers
    assert not cors(answer)
    assert "vary" not in answer.headers


def test_options_of_nothing(service, check_problem):
    check_problem(service.ask(request("OPTIONS", "/nowhere")), 404, "not-found")
    check_problem(service.ask(request("GET", "*")), 404, "not-found")


def test_options_take_any_query(service):
    assert options(service, "/validate?format=source-nav&colour=red").status == 204


def test_options_with_a_body_end_the_connection(service):
    with service.wire() as wire:
        wire.send(request("OPTIONS", "/validate", ["Content-Length: 5"], b"GET /"))
        assert wire.answer("HEAD").status == 204
        assert wire.is_closed()
    assert service.works()


@pytest.fixture(scope="module")
def open_to_pages():
    from conftest import Service

    one = Service("--cors-origin", f"{PAGE},{OTHER}")
    yield one
    assert one.stop() == 0


@pytest.mark.parametrize("origin", [PAGE, OTHER])
def test_a_page_may_read(open_to_pages, witness, origin):
    header = f"Origin: {origin}"
    asked = {"report": upload(witness, headers=[header]), "rules": request("GET", "/rules", [header]),
             "problem": upload(b"", headers=[header]), "no path": request("GET", "/nowhere", [header]),
             "no method": request("DELETE", "/rules", [header])}
    for what, data in asked.items():
        answer = open_to_pages.ask(data)
        assert cors(answer) == {"allow-origin": origin,
                                "expose-headers": "X-Verdict, X-Request-Id, X-Skipped, Navlint-Applied, Navlint-Refused, "
                                                  "Navlint-Verdict, Content-Disposition"}, what
        assert answer.headers["vary"] == {"report": "Accept, Origin", "rules": "Accept-Encoding, Origin"}.get(what, "Origin")


def test_a_page_asks_first(open_to_pages):
    answer = options(open_to_pages, "/validate?format=source-nav", f"Origin: {PAGE}",
                     "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization")
    assert answer.status == 204
    said = cors(answer)
    assert said["allow-origin"] == PAGE
    assert "POST" in said["allow-methods"].split(", ")
    assert {"Authorization", "Content-Type", "Content-Encoding"} <= set(said["allow-headers"].split(", "))
    assert said["max-age"] == "600"
    assert "expose-headers" not in said
    assert "allow-credentials" not in said


@pytest.mark.parametrize("origin", [[], ["Origin: null"], ["Origin: https://maps.example.evil"], ["Origin: https://maps"],
                                    ["Origin: http://maps.example"], ["Origin: https://maps.example:443"], ["Origin: "],
                                    ["Origin: HTTPS://maps.example"], [f"Origin: {PAGE}", f"Origin: {PAGE}"],
                                    [f"Origin: {PAGE} {OTHER}"], ["Origin: *"]])
def test_no_other_page_may(open_to_pages, origin):
    for method, path in [("GET", "/rules"), ("GET", "/nowhere")]:
        answer = open_to_pages.ask(request(method, path, origin))
        assert not cors(answer)
        assert "Origin" in answer.headers["vary"], "a cache must not give it to a page that may"
    assert not cors(options(open_to_pages, "/validate", "Access-Control-Request-Method: POST", *origin))


def test_every_page_may(start):
    service = start("--cors-origin", "*")
    for headers in ([], ["Origin: null"], [f"Origin: {PAGE}"]):
        answer = service.ask(request("GET", "/healthz", headers))
        assert cors(answer)["allow-origin"] == "*"
        assert "vary" not in answer.headers


def test_without_the_flag_no_page_may(service):
    answer = service.ask(request("GET", "/healthz", [f"Origin: {PAGE}"]))
    assert not cors(answer)
    assert "vary" not in answer.headers


@pytest.mark.parametrize("origins", ["maps.example", "https://maps.example/", "https://", "https://a,", ",https://a",
                                     "https://a, https://b", "*,https://a", "null", "https://A.example", "://a",
                                     "https://a:", "https://a:b", "https://[::1", "https://a\r\nX: 1",
                                     ",".join(f"https://a{i}" for i in range(33)), "https://" + "a" * 5000], ids=range(16))
def test_bad_origins(origins):
    ended = subprocess.run([SERVICE, "--port", "0", "--cors-origin", origins], capture_output=True, check=False,
                           timeout=PATIENCE_S)
    assert ended.returncode == 2
    assert b"--cors-origin" in ended.stderr


@pytest.mark.parametrize("origin", ["http://[::1]:8080", "http://127.0.0.1", "app-1.b+c://host_1",
                                    ",".join(f"https://a{i}" for i in range(32))])
def test_good_origins(start, origin):
    last = origin.split(",")[-1]
    answer = start("--cors-origin", origin).ask(request("GET", "/healthz", [f"Origin: {last}"]))
    assert cors(answer)["allow-origin"] == last


# ---- Tokens ----


def bearer(token):
    return f"Authorization: Bearer {token}"


@pytest.fixture
def guarded(start, tmp_path):
    """A service with two tokens, and their file."""
    file = tmp_path / "tokens"
    file.write_text(f"# for the maps\n\n  {TOKEN}\t\r\n#{'x' * 30}\n{OTHER_TOKEN}")
    service = start("--token-file", str(file), "--cors-origin", PAGE)
    service.file = file
    return service


@pytest.mark.parametrize("token", [TOKEN, OTHER_TOKEN])
def test_who_has_a_token_may_ask(guarded, witness, token):
    assert guarded.ask(upload(witness, headers=[bearer(token)])).status == 200
    assert guarded.ask(request("GET", "/rules", [f"authorization: bEARER {token}"])).status == 200


@pytest.mark.parametrize("headers, slug", [
    ([], "token-missing"), (["Authorization: Basic dTpw"], "token-missing"), (["Authorization: Bearer"], "token-missing"),
    ([bearer(TOKEN), bearer(TOKEN)], "token-missing"), ([f"Authorization: {TOKEN}"], "token-missing"),
    ([bearer("")], "token-missing"), ([bearer(TOKEN[:-1])], "token-unknown"), ([bearer(TOKEN + "0")], "token-unknown"),
    ([bearer(TOKEN.upper())], "token-unknown"), ([bearer(" " + TOKEN)], "token-unknown"),
    ([bearer("x" * 30)], "token-unknown"), ([bearer("#" + "x" * 30)], "token-unknown"),
    ([bearer("x" * 4000)], "token-unknown")])
def test_nobody_else_may(guarded, witness, check_problem, headers, slug):
    for data, method in [(upload(witness, headers=headers), "POST"), (request("GET", "/rules", headers), "GET"),
                         (request("GET", "/nowhere", headers), "GET"), (request("DELETE", "/rules", headers), "GET"),
                         (request("GET", "/version", headers), "GET"), (upload(b"", headers=headers), "POST")]:
        answer = guarded.ask(data, method)
        problem = check_problem(answer, 401, slug)
        assert answer.headers["www-authenticate"].startswith('Bearer realm="navlint"')
        assert ("invalid_token" in answer.headers["www-authenticate"]) == (slug == "token-unknown")
        assert "allow" not in answer.headers
        assert TOKEN not in str(problem)
    assert guarded.works()


def test_health_readiness_and_asking_first_are_free(guarded):
    assert guarded.get("/healthz").status == 200
    assert guarded.get("/readyz").status == 200
    answer = options(guarded, "/validate", f"Origin: {PAGE}", "Access-Control-Request-Method: POST")
    assert (answer.status, cors(answer)["allow-origin"]) == (204, PAGE)


def test_a_page_may_read_that_it_may_not(guarded, check_problem):
    answer = guarded.ask(request("GET", "/rules", [f"Origin: {PAGE}"]))
    check_problem(answer, 401, "token-missing")
    assert cors(answer)["allow-origin"] == PAGE


def test_an_upload_without_a_token_is_not_read(guarded, check_problem):
    with guarded.wire() as wire:
        wire.send(request(headers=["Content-Length: 1000000", "Expect: 100-continue"]))
        check_problem(wire.answer(), 401, "token-missing")
        assert wire.is_closed()


def wait_for_status(service, token, status):
    deadline = time.monotonic() + PATIENCE_S
    while service.ask(request("GET", "/version", [bearer(token)])).status != status:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_file_is_read_again(guarded):
    new = "a-brand-new-token-of-mine"
    guarded.file.write_text(new + "\n")
    guarded.process.send_signal(signal.SIGHUP)
    wait_for_status(guarded, new, 200)
    assert guarded.ask(request("GET", "/version", [bearer(TOKEN)])).status == 401


@pytest.mark.parametrize("text", ["", "short\n", "# nothing\n", None])
def test_what_is_wrong_with_the_file_changes_nothing(guarded, text):
    if text is None:
        guarded.file.unlink()
    else:
        guarded.file.write_text(text)
    guarded.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + PATIENCE_S
    while not any(b'"reload"' in line and b"token-file" in line for line in list(guarded.log_lines)):
        assert time.monotonic() < deadline, guarded.log_lines
        time.sleep(0.02)
    assert guarded.ask(request("GET", "/version", [bearer(TOKEN)])).status == 200
    assert guarded.ask(request("GET", "/version")).status == 401
    guarded.stop()
    assert [event["result"] for event in guarded.events("reload") if event["what"] == "token-file"] == ["failed"]
    assert TOKEN.encode() not in b"".join(guarded.log_lines)


@pytest.mark.parametrize("text, why", [
    (b"", b"no token"), (b"# none\n", b"no token"), (b"0123456789abcde\n", b"line 1"), (b"# a\n" + b"x" * 513, b"line 2"),
    (b"0123456789 abcdef\n", b"line 1"), (b"0123456789abcdef\xc3\xbc", b"line 1"), (b"0123456789abcdef\0", b"NUL"),
    (b"x" * ((1 << 20) + 1), b"larger"), (b"".join(b"token-number-%06d\n" % i for i in range(4097)), b"line 4097")],
    ids=["empty", "comment", "short", "long", "blank", "letters", "nul", "large", "many"])
def test_bad_files(tmp_path, text, why):
    file = tmp_path / "tokens"
    file.write_bytes(text)
    refused(file, why)


def refused(file, why):
    ended = subprocess.run([SERVICE, "--port", "0", "--token-file", str(file)], capture_output=True, check=False,
                           timeout=PATIENCE_S)
    assert ended.returncode == 2
    assert b"--token-file" in ended.stderr and why in ended.stderr, ended.stderr
    assert b"0123456789" not in ended.stderr


def test_no_file(tmp_path):
    refused(tmp_path / "nothing", b"No such file")
    refused(tmp_path, b"regular")
    refused("/dev/zero", b"regular")
