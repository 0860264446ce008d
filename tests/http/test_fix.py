"""POST /fix: the bytes of `navlint fix -o`, what was done, and what is refused."""

import email
import gzip
import io
import json
import tarfile

import jsonschema
import pytest
from conftest import ROOT, run_command, sparse
from wire import request, upload

RULES = json.loads(run_command("rules", "--format", "json").stdout)["rules"]
FORMATS = [f["id"] for f in json.loads(run_command("formats", "--format", "json").stdout)["formats"] if not f["container"]]


def witness_of(code):
    """Empty where it is an archive: that of a rule about several files."""
    data = run_command("witness", code).stdout
    return b"" if data[257:262] == b"ustar" else data


def fixed_by_command(data, *flags):
    """The repaired bytes, through a pipe."""
    return run_command("fix", *flags, "-", data=data).stdout


def fix(service, data, query="", headers=()):
    return service.ask(upload(data, "/fix" + query, headers=list(headers)))


def check_headers(answer):
    assert answer.status == 200, answer
    assert answer.headers["navlint-verdict"] in ("valid", "invalid", "indeterminate")
    assert "x-verdict" not in answer.headers
    return int(answer.headers["navlint-applied"]), int(answer.headers["navlint-refused"])


@pytest.fixture(scope="module")
def broken():
    """A witness that an unsafe fix repairs and no safe one."""
    for rule in RULES:
        data = witness_of(rule["code"])
        if data and fixed_by_command(data) == data != fixed_by_command(data, "--unsafe"):
            return data
    raise AssertionError("nothing takes an unsafe fix")


@pytest.fixture(scope="module")
def validator():
    report = json.loads((ROOT / "schemas" / "report.schema.json").read_text())
    schema = json.loads((ROOT / "schemas" / "fixed.schema.json").read_text())
    resolver = jsonschema.RefResolver("", schema, {"report.schema.json": report, report["$id"]: report})
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


# ---- The bytes ----


@pytest.mark.parametrize("query, flags", [("", []), ("?unsafe=on", ["--unsafe"])], ids=["safe", "unsafe"])
def test_bytes_are_the_command_s(service, query, flags):
    """Every rule's witness; of every format something is fixed one way or the other."""
    changed, files, rules = 0, 0, sparse(RULES)
    with service.wire() as wire:
        for rule in rules:
            data = witness_of(rule["code"])
            if not data:
                continue
            wire.send(upload(data, "/fix" + query))
            answer = wire.answer()
            applied, _ = check_headers(answer)
            assert answer.body == fixed_by_command(data, *flags), rule["code"]
            assert answer.headers["content-type"] == "application/octet-stream"
            assert (answer.body == data) or applied > 0, rule["code"]
            files += 1
            changed += answer.body != data
    assert files > len(rules) * 3 // 4 and changed > 3


def test_every_format_has_a_fix(service):
    for name in FORMATS:
        rules = json.loads(run_command("rules", name, "--format", "json").stdout)["rules"]
        made = map(witness_of, (rule["code"] for rule in rules))
        assert any(check_headers(fix(service, data, "?unsafe=on"))[0] for data in made if data), name


def test_report_of_the_result(service, broken):
    """The verdict is that of the repaired bytes, and another fix finds nothing more."""
    answer = fix(service, broken, "?unsafe=on")
    report = service.ask(upload(answer.body)).json()
    assert report["verdict"] == answer.headers["navlint-verdict"]
    again = fix(service, answer.body, "?unsafe=on")
    assert again.body == answer.body and again.headers["navlint-applied"] == "0"


@pytest.mark.parametrize("word, works", [("on", True), ("true", True), ("off", False), ("false", False)])
def test_unsafe(service, broken, word, works):
    answer = fix(service, broken, "?unsafe=" + word)
    assert (check_headers(answer)[0] > 0) == (answer.body != broken) == works


def test_only(service, broken):
    done = fix(service, broken, "?unsafe=on", ["Accept: application/json"]).json()["fixed"]
    code = done[0]["code"]
    other = next(rule["code"] for rule in RULES if rule["code"] not in {d["code"] for d in done})
    assert fix(service, broken, f"?unsafe=on&only={other}").body == broken
    named = fix(service, broken, f"?unsafe=on&only={code}")
    assert named.body == fixed_by_command(broken, "--unsafe", "--only", code) != broken
    assert fix(service, broken, f"?unsafe=on&ignore={code}").body == fixed_by_command(broken, "--unsafe", "--ignore", code)


@pytest.mark.parametrize("data", [b"x", b"no navigation file" * 99, bytes(70000)], ids=["x", "words", "zeros"])
def test_what_nobody_knows_stays(service, data):
    answer = fix(service, data, "?unsafe=on")
    assert check_headers(answer) == (0, 0)
    assert answer.body == data and answer.headers["navlint-verdict"] == "indeterminate"


def test_large(service, broken):
    """Goes to a worker, and beside the library."""
    data = broken + bytes(3 << 20)
    answer = fix(service, data, "?unsafe=on")
    check_headers(answer)
    assert answer.body == fixed_by_command(data, "--unsafe")


def test_ways_of_a_body(service, broken):
    whole = fix(service, broken, "?unsafe=on").body
    assert fix(service, gzip.compress(broken), "?unsafe=on", ["Content-Encoding: gzip"]).body == whole
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(broken), broken)
    head = request("POST", "/fix?unsafe=on", ["Transfer-Encoding: chunked"])
    assert service.ask(head + chunks).body == whole


# ---- Forms of the answer ----


def test_json(service, broken, validator):
    answer = fix(service, broken, "?unsafe=on", ["Accept: application/json"])
    applied, refused = check_headers(answer)
    assert answer.headers["content-type"] == "application/json"
    document = answer.json()
    validator.validate(document)
    assert (len(document["fixed"]), len(document["refused"])) == (applied, refused)
    assert document["report"]["verdict"] == answer.headers["navlint-verdict"]


@pytest.mark.parametrize("flags", [[], ["--unsafe"]], ids=["safe", "unsafe"])
def test_json_is_the_commands(service, tmp_path, flags):
    """Of every witness that something is fixed in: infos are counted and not listed."""
    compared = 0
    for code in [rule["code"] for rule in RULES if rule["code"].startswith(("NODES_", "NAV2_", "NAV_"))]:
        data = witness_of(code)
        if not data or len(data) > 20_000 or fixed_by_command(data, *flags) == data:
            continue
        told = run_command("fix", *flags, "--format", "json", "-o", str(tmp_path / "out"), "-", data=data).stdout
        answer = fix(service, data, "?unsafe=on" if flags else "", ["Accept: application/json"])
        printed = json.loads(told)
        for report in (printed["report"], answer.json()["report"]):
            report["input"].pop("sha256", None)
        assert {key: printed[key] for key in answer.json()} == answer.json(), code
        compared += 1
    assert compared > 5


def parts_of(answer):
    """As another reader of MIME sees them."""
    head = f"Content-Type: {answer.headers['content-type']}\r\n\r\n".encode()
    message = email.message_from_bytes(head + answer.body)
    assert message.is_multipart() and not message.defects
    return [(part.get_content_type(), part.get_payload(decode=True)) for part in message.get_payload()]


def raw_parts_of(answer):
    """By the boundary alone, for bytes that a reader of text would change."""
    boundary = b"\r\n--" + answer.headers["content-type"].split("boundary=")[1].encode()
    pieces = answer.body.split(boundary)
    assert pieces[0] == b"" and pieces[-1] == b"--\r\n" and len(pieces) == 4
    return [piece[2:].split(b"\r\n\r\n", 1)[1] for piece in pieces[1:3]]


def test_parts(service, broken):
    answer = fix(service, broken, "?unsafe=on", ["Accept: multipart/mixed"])
    check_headers(answer)
    assert [kind for kind, _ in parts_of(answer)] == ["application/json", "application/octet-stream"]
    document, data = raw_parts_of(answer)
    assert json.loads(document) == fix(service, broken, "?unsafe=on", ["Accept: application/json"]).json()
    assert data == fix(service, broken, "?unsafe=on").body


def test_boundary_occurs_in_no_part(service):
    """Not even in a file that is made of boundaries."""
    texts = [b"navlint-" + b"f" * i + digit for i in range(17) for digit in (b"", *(b"%x" % d for d in range(16)))]
    texts += [b"\r\n--navlint-%016x--\r\n" % (number << 40) for number in range(5000)]
    data = b"\r\n--".join(texts)
    answer = fix(service, data, "", ["Accept: multipart/mixed"])
    check_headers(answer)
    boundary = answer.headers["content-type"].split("boundary=")[1].encode()
    assert answer.body.count(boundary) == 3 and boundary not in data
    assert raw_parts_of(answer)[1] == data


@pytest.mark.parametrize("accept, kind", [
    ("*/*", "application/octet-stream"), ("application/*", "application/octet-stream"), ("multipart/*", "multipart/mixed"),
    ("application/json, */*;q=0.5", "application/json"), ("application/octet-stream;q=0, */*", "application/json"),
    ("application/json, application/octet-stream", "application/octet-stream"),
])
def test_accept(service, broken, accept, kind):
    answer = fix(service, broken, "", ["Accept: " + accept])
    assert answer.headers["content-type"].split(";")[0] == kind
    assert "Accept" in answer.headers["vary"]


@pytest.mark.parametrize("accept", ["text/plain", "application/sarif+json", "text/csv", "image/png", "*/*;q=0"])
def test_not_acceptable(service, broken, check_problem, accept):
    check_problem(fix(service, broken, "", ["Accept: " + accept]), 406, "not-acceptable")


def test_reports_have_no_bytes(service, broken, check_problem):
    for kind in ("application/octet-stream", "multipart/mixed"):
        check_problem(service.ask(upload(broken, headers=["Accept: " + kind])), 406, "not-acceptable")


@pytest.mark.parametrize("name, shown", [
    ("a.nav", "a.nav"), ("../../etc/passwd", "passwd"), ("C:%5Cmaps%5Cde_dust2.nav", "de_dust2.nav"), (".htaccess", "_htaccess"),
    ("a%22;b.nav", "a__b.nav"), ("%C3%A4%20b.nav", "___b.nav"), ("a" * 255, "a" * 255), ("-rf", "-rf"),
])
def test_file_name(service, broken, name, shown):
    answer = fix(service, broken, "?name=" + name)
    assert answer.headers["content-disposition"] == f'attachment; filename="{shown}"'


def test_no_file_name(service, broken):
    for query in ("", "?name=a/"):
        assert "content-disposition" not in fix(service, broken, query).headers


# ---- Refusals ----


@pytest.mark.parametrize("query, slug", [
    ("unsafe=maybe", "unsafe-bad"), ("unsafe=", "unsafe-bad"), ("unsafe=ON", "unsafe-bad"), ("unsafe=on&unsafe=on", "parameter-twice"),
    ("only=NOPE", "code-unknown"), ("format=nope", "format-unknown"), ("colour=red", "parameter-unknown"),
    ("masters=nope.esm", "master-unknown"),
])
def test_bad_parameters(service, broken, check_problem, query, slug):
    check_problem(fix(service, broken, "?" + query), 400, slug)


def test_validate_is_never_unsafe(service, broken, check_problem):
    check_problem(service.ask(upload(broken, "/validate?unsafe=on")), 400, "parameter-unknown")
    form = (b'--b\r\nContent-Disposition: form-data; name="unsafe"\r\n\r\nmaybe\r\n'
            b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n' + broken + b"\r\n--b--\r\n")
    answer = service.ask(upload(form, headers=["Content-Type: multipart/form-data; boundary=b"]))
    assert answer.status == 200  # a field like any other


def test_sets_are_refused(service, broken, check_problem):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        entry = tarfile.TarInfo("a.nav")
        entry.size = len(broken)
        tar.addfile(entry, io.BytesIO(broken))
    tar_bytes = packed.getvalue()
    for data, headers in ((b"--b--", ["Content-Type: multipart/form-data; boundary=b"]), (tar_bytes, ["Content-Type: application/x-tar"]),
                          (tar_bytes, ["Content-Type: application/zip"]), (tar_bytes, []), (gzip.compress(tar_bytes), []),
                          (gzip.compress(tar_bytes), ["Content-Encoding: gzip"])):
        check_problem(fix(service, data, "", headers), 422, "fix-one-file")


def test_limits(start, broken, check_problem):
    service = start("--max-body-bytes", "64K")
    check_problem(fix(service, bytes(65537)), 413, "body-too-large")
    check_problem(fix(service, gzip.compress(bytes(65537)), "", ["Content-Encoding: gzip"]), 413, "body-too-large")
    check_problem(fix(service, b""), 400, "body-empty")
    check_headers(fix(service, broken))


@pytest.mark.parametrize("flags", [[], ["--isolate"]], ids=["here", "isolated"])
def test_memory(start, broken, check_problem, flags):
    """A file that the budget can hold judged and not fixed is refused, and small ones are fixed as before."""
    service = start("--max-body-bytes", "4M", "--memory-budget", "72M", "--threads", "2", "--workers", "2", *flags)
    data = broken + bytes((4 << 20) - len(broken))
    assert service.ask(upload(data)).status == 200
    problem = check_problem(fix(service, data), 413, "set-too-large")
    assert problem["actual"] > problem["limit"]
    check_headers(fix(service, broken))


def test_small_checks_have_their_memory(start, broken):
    """Many fixes at once, of which two fit into the budget, are fixed or busy; no check among them is refused for it."""
    service = start("--max-body-bytes", "4M", "--memory-budget", "192M", "--threads", "2", "--workers", "2")
    data = broken + bytes(1 << 17)
    wires = [service.wire() for _ in range(16)]
    for wire in wires:
        wire.send(upload(data, "/fix?unsafe=on"))
    for _ in range(50):
        assert service.ask(upload(broken)).status == 200
    statuses = [wire.answer().status for wire in wires]
    assert set(statuses) <= {200, 503} and 200 in statuses
    for wire in wires:
        wire.socket.close()


def test_methods(service, check_problem):
    for method in ("GET", "HEAD", "PUT"):
        answer = service.ask(request(method, "/fix"), method)
        assert (answer.status, answer.headers["allow"]) == (405, "POST, OPTIONS")
    answer = service.ask(request("OPTIONS", "/fix"), "HEAD")
    assert (answer.status, answer.headers["allow"]) == (204, "POST, OPTIONS")


def test_token(start, tmp_path, broken, check_problem):
    tokens = tmp_path / "tokens"
    tokens.write_text("0123456789abcdef")
    service = start("--token-file", str(tokens))
    check_problem(fix(service, broken), 401, "token-missing")
    check_headers(fix(service, broken, "", ["Authorization: Bearer 0123456789abcdef"]))


def test_log(start, broken):
    service = start()
    answer = fix(service, broken, "?unsafe=on")
    assert service.stop() == 0
    (line,) = service.log()
    assert (line["path"], line["status"], line["verdict"]) == ("/fix", 200, answer.headers["navlint-verdict"])
    assert (line["bytes"], line["bytes_out"]) == (len(broken), len(answer.body)) and line["format"]


# ---- Judges in processes of their own ----


def test_isolated(start, broken):
    """Bytes, parts and large bodies come through a judge's slot as they are."""
    service, plain = start("--isolate"), start()
    for data in (broken, broken + bytes(2 << 20), b"\0\r\n\xff" * 999):
        for accept in ("*/*", "application/json", "multipart/mixed"):
            both = [fix(one, data, "?unsafe=on&name=a.nav", ["Accept: " + accept]) for one in (service, plain)]
            for answer in both:
                check_headers(answer)
            assert both[0].body == both[1].body
            for name in ("navlint-applied", "navlint-refused", "navlint-verdict", "content-disposition", "content-type"):
                assert both[0].headers[name] == both[1].headers[name]
