"""multipart/form-data: several files in one request."""

import subprocess

import pytest
import requests
from sets import BOUNDARY, files, form, part, post_form
from wire import chunked, drip, request, upload

MARK = b"--" + BOUNDARY.encode()


def names(report):
    return [member["input"]["name"] for member in report["members"]]


def own(report):
    """What a report says as a member of a set."""
    return {key: value for key, value in report.items() if key not in ("$schema", "tool")}


def test_members_are_judged_as_they_are_alone(service, witness, large, check_report):
    contents = [witness, b"what is this?", large, b""]
    pairs = [(f"file {i}", data) for i, data in enumerate(contents)]
    report = check_report(service.ask(post_form(files(*pairs))))
    assert names(report) == [name for name, _ in pairs]
    assert [member["input"]["bytes"] for member in report["members"]] == [len(data) for data in contents]
    for (name, data), member in list(zip(pairs, report["members"]))[:3]:
        assert own(service.ask(upload(data, f"/validate?name={name.replace(' ', '+')}")).json()) == member
    assert report["members"][3]["verdict"] == report["verdict"] == "indeterminate"


def test_no_skipped_header(service, witness):
    assert "x-skipped" not in service.ask(post_form(files(("a", witness)))).headers


def test_one_part_has_the_report_of_a_file(service, witness):
    alone = service.ask(upload(witness, "/validate?name=a.nav"))
    assert service.ask(post_form(files(("a.nav", witness)))).body == alone.body


def test_everyday_clients(service, witness, large, tmp_path):
    """curl and requests, with the forms that they make."""
    url = f"http://127.0.0.1:{service.port}/validate"
    odd = 'ä "b"\\.nav'
    answer = requests.post(url, files=[("f", ("one.nav", witness)), ("f", ("ä b.nav", large, "text/plain"))], timeout=60)
    assert answer.status_code == 200 and names(answer.json()) == ["one.nav", "ä b.nav"]
    (tmp_path / "one.nav").write_bytes(witness)
    (tmp_path / odd).write_bytes(large)
    flags = ["-F", "f=@one.nav", "-F", 'g=@"' + odd.replace("\\", "\\\\").replace('"', '\\"') + '"']
    for more in ([], ["-H", "Expect: 100-continue"], ["-H", "Transfer-Encoding: chunked"]):
        done = subprocess.run(["curl", "-sS", "--fail-with-body", *flags, *more, url], cwd=tmp_path, capture_output=True,
                              check=False)
        assert done.returncode == 0, done
        assert b"one.nav" in done.stdout and b'"members": 2' in done.stdout


def test_64_files_of_60_kb(service, witness, check_report):
    pairs = [(f"NODES{i}.DAT", witness + bytes(60_000)) for i in range(64)]
    assert names(check_report(service.ask(post_form(files(*pairs))))) == [name for name, _ in pairs]


def test_a_thousand_files(service, witness, check_report):
    assert len(check_report(service.ask(post_form(files(*[(f"{i}", witness) for i in range(1000)]))))["members"]) == 1000


def test_bytes_that_look_like_boundaries(service, check_report):
    """Line ends, hyphens and the boundary itself belong to a file, unless they stand together."""
    odd = [b"\r\n", b"\r\n--", b"x" + MARK + b"\n", b"\r\n\r\n", b"\n" + MARK, b"\r\n" + MARK[:-1], b"\0" * 10]
    report = check_report(service.ask(post_form(files(*[(str(i), data) for i, data in enumerate(odd)]))))
    assert [member["input"]["bytes"] for member in report["members"]] == [len(data) for data in odd]


@pytest.mark.parametrize("shown, sent", [("../../etc/passwd", b"../../etc/passwd"), ("/abs", b"/abs"), ("C:\\a", b"C:\\a"),
                                         ('a"b', b'a\\"b'), ("a\\b", b"a\\\\b"), ("a%22b", b"a%22b"), ("a;b=c", b"a;b=c"),
                                         ("ü" * 127, "ü".encode() * 127), ("<script>", b"<script>")])
def test_names_are_shown(service, witness, check_report, shown, sent):
    report = check_report(service.ask(post_form(files((sent, witness), ("other", witness)))))
    assert names(report) == [shown, "other"]


def test_duplicate_names(service, witness, check_report):
    report = check_report(service.ask(post_form(files(("same", witness), ("same", b"x")))))
    assert names(report) == ["same", "same"]


@pytest.mark.parametrize("name", [b"", b"a" * 256, b"a\x01b", b"a\x7fb", b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80"])
def test_bad_names(service, witness, check_problem, name):
    answer = service.ask(post_form(files((b"good", witness), (name, witness))))
    slug = "part-header" if b"\x01" in name or b"\x7f" in name else "part-name-bad"
    assert "part 2" in check_problem(answer, 400, slug)["detail"]


@pytest.mark.parametrize("name", [b"a\0b", b"a\nb", b"a\rb", b"a\r\nb"])
def test_names_with_line_ends_and_nul(service, witness, check_problem, name):
    check_problem(service.ask(post_form(files((name, witness)))), 400, "part-disposition" if b"\r\n" in name else "part-header")


@pytest.mark.parametrize("header, status, slug", [
    (b"", 400, "part-disposition"),
    (b"Content-Type: text/plain\r\n", 400, "part-disposition"),
    (b'Content-Disposition: form-data; filename="a"\r\n', 400, "part-disposition"),
    (b'Content-Disposition: attachment; name="a"; filename="a"\r\n', 400, "part-disposition"),
    (b'Content-Disposition: form-data; name="a"; filename="a\r\n', 400, "part-disposition"),
    (b'Content-Disposition: form-data; name="a"; filename="a" b\r\n', 400, "part-disposition"),
    (b'Content-Disposition: form-data; name="a"; filename=\r\n', 400, "part-disposition"),
    (b'Content-Disposition: form-data; name="a"; filename="a"; filename="b"\r\n', 400, "part-disposition"),
    (b'Content-Disposition: form-data; name="a"; name="b"; filename="b"\r\n', 400, "part-disposition"),
    (b"Content-Disposition: form-data; name=a; filename=a; filename*=utf-8''b\r\n", 400, "part-disposition"),
    (b'Content-Disposition: form-data; name="a"; filename="a"\r\n' * 2, 400, "part-disposition"),
    (b'Content-Disposition : form-data; name="a"; filename="a"\r\n', 400, "part-header"),
    (b'Content-Disposition: form-data; name="a";\r\n filename="a"\r\n', 400, "part-header"),
    (b'Content-Disposition: form-data; name="a"; filename="a"\n', 400, "part-header"),
    (b"no colon\r\n", 400, "part-header"),
    (b": a\r\n", 400, "part-header"),
    (MARK + b": a\r\n", 400, "part-header"),
    (b'Content-Disposition: form-data; name="a"; filename="a"\r\nContent-Transfer-Encoding: base64\r\n', 415, "part-coding"),
    (b"X: " + b"a" * 5000 + b"\r\n", 413, "part-header-too-long"),
    (b"X: a\r\n" * 800, 413, "part-header-too-long"),
])
def test_part_headers(service, check_problem, header, status, slug):
    problem = check_problem(service.ask(post_form(form(part("good", b"x"), header + b"\r\nbytes"))), status, slug)
    assert "part 2" in problem["detail"]
    assert problem.get("limit") == (4096 if status == 413 else None)
    assert service.works()


@pytest.mark.parametrize("header", [b"Content-Disposition:form-data;name=a;filename=a.nav", b"CONTENT-DISPOSITION: Form-Data; NAME=a ; FileName=a.nav;",
                                    b'Content-Disposition: form-data; name=""; x="y\\"z;"; filename="a.nav"\r\nContent-Transfer-Encoding: BINARY'])
def test_other_part_headers(service, witness, check_report, header):
    report = check_report(service.ask(post_form(form(header + b"\r\n\r\n" + witness))))
    assert (report["input"]["name"], report["input"]["bytes"]) == ("a.nav", len(witness))


ONE = part("a", b"bytes")


@pytest.mark.parametrize("body, slug", [
    (b"what is this?", "multipart-start"),
    (b"\r\n" + form(ONE), "multipart-start"),
    (b"preamble\r\n" + form(ONE), "multipart-start"),
    (b"--other\r\n", "multipart-start"),
    (b"--", "multipart-cut"),
    (MARK + b"--\r\n", "multipart-empty"),
    (MARK + b"--", "multipart-empty"),
    (MARK + b"x\r\n" + ONE, "multipart-boundary"),
    (MARK + b"\n" + ONE, "multipart-boundary"),
    (MARK + b"-\r\n" + ONE, "multipart-boundary"),
    (MARK + b"\r\n" + ONE + b"\r\n" + MARK + b"x--", "multipart-boundary"),
    (MARK + b"\r\n" + ONE + b"\r\n" + MARK, "multipart-cut"),
    (MARK + b"\r\n" + ONE + b"\r\n" + MARK + b"\r\n", "multipart-cut"),
    (MARK + b"\r\n" + ONE, "multipart-cut"),
    (MARK + b"\r\n" + ONE + b"\n" + MARK + b"--\r\n", "multipart-cut"),
    (MARK + b"\r\n" + b'Content-Disposition: form-data; name="a"; filename="a"\r\n', "multipart-cut"),
    (MARK + b"\r\n" + b'Content-Disposition: form-data; name="a"; filename="a"\r\n\r\n' + MARK + b"--\r\n", "part-header"),
    (form(ONE) + b"\r\n", "multipart-after"),
    (form(ONE) + b"epilogue", "multipart-after"),
    (form(ONE) + form(ONE), "multipart-after"),
    (form(ONE)[:-2] + b"\n", "multipart-after"),
])
def test_malformed_forms(service, check_problem, body, slug):
    with service.wire() as wire:
        wire.send(post_form(body))
        check_problem(wire.answer(), 400, slug)
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200


def test_padding_and_missing_last_line_end(service, witness):
    body = form(part("a", witness)).replace(MARK + b"\r\n", MARK + b" \t\r\n")[:-2]
    assert service.ask(post_form(body)).status == 200


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data;", "multipart/form-data; charset=x", "multipart/form-data; boundary=",
                                  'multipart/form-data; boundary=""', "multipart/form-data; boundary=a; boundary=a",
                                  "multipart/form-data; boundary=a b", 'multipart/form-data; boundary="a', 'multipart/form-data; boundary="a "',
                                  'multipart/form-data; boundary="a\\"b"', "multipart/form-data boundary=a", "multipart/form-data; boundary=" + "a" * 71,
                                  "Multipart/Form-Data; boundary=ä", "multipart/form-data; boundary=a{"])
def test_bad_boundaries(service, witness, check_problem, kind):
    answer = service.ask(upload(files(("a", witness)), headers=[f"Content-Type: {kind}"]))
    check_problem(answer, 400, "boundary-bad")
    assert answer.closes and service.works()


@pytest.mark.parametrize("boundary", ["a", "a" * 70, "'()+_,-./:=? x", "a--b"])
def test_good_boundaries(service, witness, check_report, boundary):
    body = form(part("a", witness), part("b", witness), boundary=boundary)
    assert len(check_report(service.ask(post_form(body, boundary=f'"{boundary}"')))["members"]) == 2
    mixed = upload(body, headers=[f'content-type:  MULTIPART/form-data ;x="y;z" ; Boundary="{boundary}";'])
    assert len(check_report(service.ask(mixed))["members"]) == 2


def test_two_content_types(service, witness, check_problem):
    headers = ["Content-Type: text/plain", f"Content-Type: multipart/form-data; boundary={BOUNDARY}"]
    for order in (headers, headers[::-1], headers[1:] * 2):
        check_problem(service.ask(upload(files(("a", witness)), headers=order)), 400, "content-type-twice")
    assert service.ask(upload(witness, headers=headers[:1] * 2)).status == 200


@pytest.mark.parametrize("kind", ["multipart/mixed; boundary=x", "multipart/form-datax; boundary=x", "xmultipart/form-data", "application/zipx",
                                  "application/x-gtar", "application/x-zip-compressed"])
def test_other_types_are_files(service, witness, kind):
    assert service.ask(upload(witness, headers=[f"Content-Type: {kind}"])).body == service.ask(upload(witness)).body


def test_every_cut(service, witness):
    """A form that is cut anywhere is never judged."""
    whole = files(("a.nav", witness[:40]), ("b.nav", b"\r\n--"))
    with service.wire() as wire:
        for length in range(1, len(whole) - 2):
            wire.send(post_form(whole[:length]))
            answer = wire.answer()
            assert (answer.status, answer.slug) == (400, "multipart-cut"), length


def test_too_many_parts(start, witness, check_problem):
    service = start("--max-files", "3")
    pairs = [(str(i), witness) for i in range(5)]
    assert service.ask(post_form(files(*pairs[:3]))).status == 200
    for count in (4, 5):
        problem = check_problem(service.ask(post_form(files(*pairs[:count]))), 413, "too-many-files")
        assert problem["limit"] == 3


def test_over_the_cap(start, check_problem):
    service = start("--max-body-bytes", "64K")
    body = files(("a", bytes(70_000)))
    check_problem(service.ask(post_form(body)), 413, "body-too-large")
    kind = f"Content-Type: multipart/form-data; boundary={BOUNDARY}"
    check_problem(service.ask(request(headers=["Transfer-Encoding: chunked", kind], body=chunked(body))), 413, "body-too-large")


def test_empty_body(service, check_problem):
    check_problem(service.ask(post_form(b"")), 400, "body-empty")
    kind = f"Content-Type: multipart/form-data; boundary={BOUNDARY}"
    check_problem(service.ask(request(headers=["Transfer-Encoding: chunked", kind], body=b"0\r\n\r\n")), 400, "body-empty")


def test_chunked(service, witness, large):
    body = files(("a", witness), ("b", large))
    kind = f"Content-Type: multipart/form-data; boundary={BOUNDARY}"
    pieces = request(headers=["Transfer-Encoding: chunked", kind], body=chunked(body, 1000))
    assert service.ask(pieces).body == service.ask(post_form(body)).body


def test_options_hold_for_all(service, check_report):
    report = check_report(service.ask(post_form(files(("a", b"no such file"), ("b", b"nor this")), "/validate?format=source-nav")))
    assert [member["format"]["id"] for member in report["members"]] == ["source-nav"] * 2
    assert service.ask(post_form(files(("a", b"x")), "/validate?game=none")).status == 400


def test_set_name(service, witness, check_report):
    body = files(("a", witness), ("b", witness))
    assert check_report(service.ask(post_form(body, "/validate?name=my%20map")))["set"]["name"] == "my map"
    report = check_report(service.ask(post_form(body)))
    assert (report["set"]["name"], report["set"]["bytes"]) == ("set", 2 * len(witness))
    alone = check_report(service.ask(post_form(files(("a", witness)), "/validate?name=map")))
    assert alone["input"]["name"] == "a", "no set, no name of one"


def test_slow_form(start, witness, check_problem):
    service = start("--idle-timeout", "2")
    body = files(("a", witness))
    with service.wire() as wire:
        whole = post_form(body)
        wire.send(whole[: -len(body)])
        assert drip(wire, body, 0.5) < 30
        check_problem(wire.answer(), 408, "too-slow")
    assert service.works()
