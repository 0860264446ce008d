"""What every shipped proxy does: each is really started, in front of two real services."""

import uuid

import pytest
from caddy import Caddy
from conftest import TOKEN, Proxy, http, wait_until
from haproxy import Haproxy
from nginx import Nginx
from wire import chunked, request, upload

AUTHORIZED = f"Authorization: Bearer {TOKEN}"
MAX_BODY_BYTES = 4_000_000


def make_haproxy(folder, ports):
    return Haproxy(folder, ports, NAVLINT_REQUESTS_IN_10S="1000000", NAVLINT_MAX_BODY_BYTES=str(MAX_BODY_BYTES))


def make_nginx(folder, ports):
    return Nginx(folder, ports, max_body_bytes=MAX_BODY_BYTES)


def make_caddy(folder, ports):
    return Caddy(folder, ports, max_body_bytes=MAX_BODY_BYTES)


def start_front(make, folder, services):
    one = make(folder, [service.port for service in services])
    proxy = Proxy(one.words, one.port, one.environment, folder / "log")
    wait_until(proxy.is_ready, "the proxy does not let requests through")
    proxy.name = type(one).__name__
    return proxy


each_proxy = {"params": [make_haproxy, make_nginx, make_caddy], "ids": ["haproxy", "nginx", "caddy"]}


@pytest.fixture(**each_proxy)
def proxy(request, tmp_path, pair):
    """For tests that stop the services."""
    started = start_front(request.param, tmp_path, pair)
    yield started
    started.stop()


@pytest.fixture
def pair(start):
    return [start(), start()]


@pytest.fixture(scope="module", **each_proxy)
def lasting(request, tmp_path_factory, lasting_pair):
    """For tests that only ask."""
    started = start_front(request.param, tmp_path_factory.mktemp("proxy"), lasting_pair)
    yield started
    started.stop()


@pytest.fixture(scope="module")
def lasting_pair():
    services = [http.Service(), http.Service()]
    yield services
    for service in services:
        assert service.stop() == 0


def test_files_are_judged(lasting, lasting_pair, witness):
    direct = lasting_pair[0].ask(upload(witness))
    answer = lasting.ask(upload(witness, headers=[AUTHORIZED]))
    assert (answer.status, answer.body) == (200, direct.body)
    assert answer.headers["x-verdict"] == direct.headers["x-verdict"]
    in_chunks = request(headers=["Transfer-Encoding: chunked", AUTHORIZED], body=chunked(witness))
    assert lasting.ask(in_chunks).body == direct.body
    large = witness + bytes(3_000_000)
    assert lasting.ask(upload(large, headers=[AUTHORIZED])).body == lasting_pair[0].ask(upload(large)).body
    with lasting.wire() as wire:
        for _ in range(20):
            wire.send(upload(witness, headers=[AUTHORIZED]))
            assert wire.answer().body == direct.body


def test_request_ids(proxy, pair, witness):
    """A plain one is the client's; any other request gets one; the service's log has all of them."""
    shown = [proxy.ask(upload(witness, headers=[AUTHORIZED, *more])).headers["x-request-id"]
             for more in (["X-Request-Id: of.the-client_1"], [], ["X-Request-Id: not plain"])]
    assert shown[0] == "of.the-client_1"
    assert len(set(shown)) == 3 and "not plain" not in shown
    for service in pair:
        service.stop()
    assert set(shown) <= {line["id"] for service in pair for line in service.log() if "id" in line}


@pytest.mark.parametrize("header", [None, "Authorization: Bearer wrong", "Authorization: Basic YTpi", "Authorization: Bearer",
                                    f"Authorization: Basic {TOKEN}"])
def test_without_a_token(lasting, witness, header):
    answer = lasting.ask(upload(witness, headers=[header] if header else []))
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {"type": "about:blank", "title": "Unauthorized", "status": 401}


def test_preflight_needs_no_token(lasting):
    answer = lasting.ask(request("OPTIONS", "/validate"), method="HEAD")  # has no body
    assert answer.status == 204
    assert "POST" in answer.headers["allow"]


def test_too_large(lasting, witness):
    """Said before the body is sent: who does not wait for that may find the connection reset instead."""
    for headers in ([f"Content-Length: {MAX_BODY_BYTES + 1}"], ["Content-Length: 999999999999", "Expect: 100-continue"]):
        with lasting.wire() as wire:
            wire.send(request(headers=[*headers, AUTHORIZED]))
            while (answer := wire.answer()).status == 100:
                pass
        assert answer.status == 413
        assert answer.json() == {"type": "about:blank", "title": "Content Too Large", "status": 413}
    assert lasting.ask(upload(witness, headers=[AUTHORIZED])).status == 200


def test_what_belongs_to_operators(lasting):
    for path in ("/readyz", "/metrics"):
        assert lasting.ask(request("GET", path, [AUTHORIZED])).status == 404
    assert lasting.ask(request("GET", "/healthz")).status == 200


HIDDEN = b"GET /formats HTTP/1.1\r\nHost: x\r\nX-Request-Id: smuggled\r\n\r\n"


def has_heard_of(service, name):
    """Does its log have a request of that id? Lines come in order: one that is asked now comes behind."""
    mark = f"mark-{uuid.uuid4()}"
    assert service.ask(request("GET", "/healthz", [f"X-Request-Id: {mark}"])).status == 200
    wait_until(lambda: any(mark.encode() in line for line in service.log_lines), "the line is written")
    return any(name.encode() in line for line in service.log_lines)


def send_hidden(proxy, pair, headers):
    """A request without a token in the body of one with a token: the status of the first answer, and whether it is
    alone. No service has heard of the hidden one."""
    with proxy.wire() as wire:
        wire.send(request(headers=[AUTHORIZED, *headers], body=b"12345" + HIDDEN + b"0\r\n\r\n" + HIDDEN))
        said = b"".join(iter(lambda: wire.socket.recv(65536), b""))
    for service in pair:
        assert not has_heard_of(service, "smuggled")
    return int(said.split(b" ")[1]), said.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("headers", [
    ["Content-Length: 5", "Content-Length: 6"],
    ["Content-Length : 5"],
    ["Content-Length: +5"],
    ["Transfer-Encoding: chunked, identity"],
    ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
    ["bad header: x", "Content-Length: 5"],
])
def test_what_has_two_readings_is_refused(lasting, lasting_pair, headers):
    status, is_alone = send_hidden(lasting, lasting_pair, headers)
    assert status in (400, 501) and is_alone


@pytest.mark.parametrize("headers", [[": v", "Content-Length: 5"], ["Content-Length: 5", "Transfer-Encoding: chunked"]])
def test_what_has_one_reading_for_all(lasting, lasting_pair, headers):
    """Caddy leaves the first line out, HAProxy takes the coding for the length: what matters is that the service is
    told no more than they read."""
    status, _ = send_hidden(lasting, lasting_pair, headers)
    assert status in (200, 400, 502)


def test_one_instance_is_gone(proxy, pair, witness):
    """Nobody notices: from the first request on, or, behind Caddy, once its health check has seen it."""
    pair[0].stop()
    if proxy.name == "Caddy":
        wait_until(lambda: f"127.0.0.1:{pair[0].port}/readyz" in proxy.log(), "the health check fails")
    for _ in range(20):
        assert proxy.ask(upload(witness, headers=[AUTHORIZED])).status == 200
    large = upload(witness + bytes(3_000_000), headers=[AUTHORIZED])
    for _ in range(4):
        assert proxy.ask(large).status == 200
    pair[1].stop()
    wait_until(lambda: proxy.ask(upload(witness, headers=[AUTHORIZED])).status in (502, 503), "it says that nobody is there")


def test_rates_of_nginx(tmp_path, pair):
    one = Nginx(tmp_path, [service.port for service in pair], requests_in_s=1)
    proxy = Proxy(one.words, one.port, one.environment, tmp_path / "log")
    try:
        wait_until(proxy.is_ready, "nginx does not let requests through")
        answers = [proxy.ask(request("GET", "/formats", [AUTHORIZED])) for _ in range(200)]
    finally:
        proxy.stop()
    assert answers[0].status == 200
    assert answers[-1].status == 429
    assert answers[-1].headers["retry-after"] == "10"
