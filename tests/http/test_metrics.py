"""GET /metrics on its own port, read by the parser of Prometheus's own client library."""

import contextlib
import re
import signal
import socket
import subprocess
import time

import pytest
from conftest import ROOT, SERVICE
from prometheus_client.parser import text_string_to_metric_families
from wire import Wire, chunked, drip, request, upload

PATIENCE_S = 30
DOCS = (ROOT / "docs" / "http.md").read_text()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def metered(start):
    """Starts a service with a port for metrics. Somebody else may take the free port first."""

    def starter(*flags):
        for _ in range(5):
            port = free_port()
            with contextlib.suppress(RuntimeError):
                service = start("--metrics-port", str(port), *flags)
                service.metrics_port = port
                return service
        raise AssertionError("no free port")

    return starter


def ask(service, path="/metrics", method="GET", body=b""):
    headers = [f"Content-Length: {len(body)}"] if body else []
    with Wire(service.metrics_port) as wire:
        wire.send(request(method, path, headers, body))
        return wire.answer(method)


def families(service):
    answer = ask(service)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    listed = list(text_string_to_metric_families(answer.body.decode("ascii")))
    by_name = {family.name: family for family in listed}
    assert len(by_name) == len(listed), "two families of one name, without _total"
    return by_name


def value(service, name, **labels):
    """The sample's value, 0 if there is none."""
    for family in families(service).values():
        for sample in family.samples:
            if (sample.name, sample.labels) == (name, labels):
                return sample.value
    return 0


def wait_for(service, wanted, name, **labels):
    """A request is counted when its answer has gone: its client may be quicker."""
    deadline = time.monotonic() + PATIENCE_S
    while value(service, name, **labels) != wanted:
        assert time.monotonic() < deadline, (name, labels, value(service, name, **labels), wanted)
        time.sleep(0.02)


def test_requests_are_counted_by_what_they_were(metered, witness):
    service = metered()
    with service.wire() as wire:
        for _ in range(7):
            wire.send(upload(witness))
            assert wire.answer().headers["x-verdict"] == "invalid"
        wire.send(upload(b"no navigation file"))
        assert wire.answer().headers["x-verdict"] == "indeterminate"
        for path, method in [("/rules", "GET"), ("/rules", "HEAD"), ("/rules/NOPE", "GET"), ("/nowhere", "GET"),
                             ("/validate?x=1", "POST"), ("/rules", "PUT")]:
            wire.send(request(method, path))
            wire.answer(method)
    fmt = service.ask(upload(witness)).json()["format"]["id"]
    counts = {("/validate", "200"): 9, ("/rules", "200"): 2, ("/rules/{code}", "404"): 1, ("other", "404"): 1,
              ("/validate", "400"): 1, ("other", "405"): 1}
    for (route, status), count in counts.items():
        wait_for(service, count, "navlintd_requests_total", route=route, status=status)
    all_families = families(service)
    assert len(all_families["navlintd_requests"].samples) == len(counts)
    refusals = {s.labels["cause"]: s.value for s in all_families["navlintd_refusals"].samples if s.value}
    assert refusals == {"rule-unknown": 1, "not-found": 1, "parameter-unknown": 1, "method": 1}
    verdicts = {(s.labels["format"], s.labels["verdict"]): s.value
                for s in all_families["navlintd_verdicts"].samples if s.value}
    assert verdicts == {(fmt, "invalid"): 8, ("none", "indeterminate"): 1}
    assert value(service, "navlintd_connections_total") == 2
    assert value(service, "navlintd_request_body_bytes_total") == 8 * len(witness) + len(b"no navigation file")


def test_every_cause_and_route_has_a_label(metered):
    service = metered()
    slugs = set(re.findall(r'^SRV_ANSWER\(\w+, \d+, "([^"]+)"', (ROOT / "server" / "status.def").read_text(), re.M))
    named = [s.labels["cause"] for s in families(service)["navlintd_refusals"].samples]
    assert set(named) == slugs - {"none"}
    assert len(named) == len(set(named))


def test_stages(metered, witness, large):
    service = metered()
    for body in (witness, witness, large):
        assert service.ask(upload(body)).status == 200
    assert service.ask(request(headers=["Transfer-Encoding: chunked"], body=chunked(witness))).status == 200
    assert service.works()
    for stage, count in {"receive": 4, "queue": 1, "judge": 4, "send": 5}.items():
        wait_for(service, count, "navlintd_stage_seconds_count", stage=stage)
    samples = families(service)["navlintd_stage_seconds"].samples
    for stage in ("receive", "queue", "judge", "send"):
        own = [s for s in samples if s.labels["stage"] == stage]
        buckets = [(float(s.labels["le"]), s.value) for s in own if s.name.endswith("_bucket")]
        assert buckets == sorted(buckets) and [v for _, v in buckets] == sorted(v for _, v in buckets)
        assert buckets[-1] == (float("inf"), next(s.value for s in own if s.name.endswith("_count")))
        assert 0 <= next(s.value for s in own if s.name.endswith("_sum")) < PATIENCE_S * 5


def test_gauges(metered):
    service = metered("--memory-budget", "512M", "--max-connections", "77", "--workers", "3")
    assert value(service, "navlintd_memory_budget_bytes") == 512 << 20
    assert value(service, "navlintd_connections_limit") == 77
    assert value(service, "navlintd_workers") == 3
    assert abs(value(service, "navlintd_start_time_seconds") - time.time()) < 3600
    size = 4 << 20
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {size}"], body=bytes(size - 1)))
        wait_for(service, 1, "navlintd_requests_in_flight")
        assert value(service, "navlintd_connections_open") == 1
        assert value(service, "navlintd_memory_in_use_bytes") >= size
        wire.send(b"\0")
        assert wire.answer().status == 200
    wait_for(service, 0, "navlintd_requests_in_flight")
    wait_for(service, 0, "navlintd_connections_open")
    wait_for(service, 0, "navlintd_memory_in_use_bytes")
    assert value(service, "navlintd_memory_peak_bytes") >= size


def test_slow_clients_are_counted(metered, check_problem):
    service = metered("--idle-timeout", "1", "--min-rate", "1M")
    with service.wire() as silent, service.wire() as slow:
        slow.send(request(headers=["Content-Length: 1000"]))
        drip(slow, bytes(900), 0.2)
        check_problem(slow.answer(), 408, "too-slow")
        assert silent.is_closed()
    assert value(service, "navlintd_connections_cut_total") in (1, 2), "libmicrohttpd may be quicker with the silent one"
    wait_for(service, 1, "navlintd_refusals_total", cause="too-slow")
    wait_for(service, 1, "navlintd_requests_total", route="/validate", status="408")


def test_families_are_in_order_and_documented(metered):
    service = metered()
    for family in families(service).values():
        assert re.fullmatch(r"navlintd_[a-z_]+", family.name)
        assert family.documentation
        name = family.name + ("_total" if family.type == "counter" else "")
        assert re.search(rf"^\| `{name}[`{{]", DOCS, re.M), name
        assert family.type in ("counter", "gauge", "histogram")


def test_other_paths_and_methods(metered):
    service = metered()
    assert ask(service, "/healthz").json() == {"status": "ok"}
    assert ask(service, "/nowhere").status == 404
    assert ask(service, "/validate", "POST", b"x" * 100).status == 405
    head = ask(service, method="HEAD")
    assert (head.status, head.body) == (200, b"")
    assert int(head.headers["content-length"]) > 1000
    assert service.get("/metrics").status == 404, "not on the port of the service"


def test_still_there_while_the_service_drains(metered):
    service = metered()
    with service.wire() as held:
        held.send(request(headers=["Content-Length: 2"], body=b"x"))
        wait_for(service, 1, "navlintd_requests_in_flight")
        service.process.send_signal(signal.SIGTERM)
        wait_for(service, 1, "navlintd_draining")
        assert ask(service, "/healthz").status == 200
        held.send(b"x")
        assert held.answer().status == 200


def test_idle_clients_of_the_port_do_no_harm(metered):
    service = metered()
    held = [Wire(service.metrics_port) for _ in range(40)]
    for wire in held[:10]:
        wire.send(b"GET /metrics HTTP/1.1\r\n")
    assert service.works()
    for wire in held:
        wire.socket.close()
    assert ask(service).status == 200


@pytest.mark.parametrize("flags, status", [(["--metrics-bind", "nowhere"], 2), (["--metrics-port", "65536"], 2),
                                           (["--metrics-bind", "127.0.0.1,::1"], 2)])
def test_bad_settings(flags, status):
    ended = subprocess.run([SERVICE, "--port", "0", "--metrics-port", str(free_port()), *flags],
                           capture_output=True, check=False, timeout=PATIENCE_S)
    assert ended.returncode == status, ended.stderr
    assert flags[0].encode() in ended.stderr


def test_port_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = subprocess.run([SERVICE, "--port", "0", "--metrics-port", str(taken.getsockname()[1])],
                               capture_output=True, check=False, timeout=PATIENCE_S)
    assert ended.returncode == 3, ended.stderr
