"""The memory budget and the connection limit."""

import concurrent.futures
import json
import pathlib
import re
import select
import signal
import subprocess
import time

import pytest
from conftest import SERVICE, not_sanitized, run_command, sparse
from sets import ZIP, files, make_zip, post_archive, post_form
from wire import PATIENCE_S, chunked, request, upload

BODY = 8 * 1024 * 1024


def tight_budget(cap, *flags):
    """The least budget that the service accepts for that cap and these flags: it says so itself."""
    words = [SERVICE, "--threads", "1", "--max-body-bytes", str(cap), "--memory-budget", "1", *flags]
    refused = subprocess.run(words, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    return re.search(r"need (\d+) bytes", refused.stderr).group(1)


def wait_for_budget(service):
    """Until the largest body fits: a client hears its answer a moment before the service lets go of it."""
    end = time.monotonic() + PATIENCE_S
    while (answer := service.ask(upload(bytes(BODY)))) is None or answer.status != 200:
        assert time.monotonic() < end, "the budget is not whole again"
        time.sleep(0.1)


def test_budget(start, witness, check_problem):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    with service.wire() as holder:
        holder.send(request(headers=[f"Content-Length: {BODY}"], body=bytes(1000)))
        time.sleep(0.5)  # until the holder's header has been read
        # Refused before its body is sent, with and without Expect.
        answer = service.ask(request(headers=[f"Content-Length: {BODY}"]))
        check_problem(answer, 503, "busy")
        assert answer.headers["retry-after"] == "1"
        answer = service.ask(request(headers=[f"Content-Length: {BODY}", "Expect: 100-continue"]))
        check_problem(answer, 503, "busy")
        answer = service.ask(request(headers=["Transfer-Encoding: chunked"], body=chunked(bytes(BODY), 100_000)))
        check_problem(answer, 503, "busy")
        assert service.works()
        holder.send(bytes(BODY - 1000))
        assert holder.answer().status == 200
        wait_for_budget(service)
    assert service.ask(upload(witness)).status == 200


def test_budget_comes_back(start, witness):
    """Whatever way requests end, their share is given back."""
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    for _ in range(10):
        for data in (request(headers=[f"Content-Length: {BODY}"], body=b"x"),
                     request(headers=["Transfer-Encoding: chunked"], body=chunked(bytes(300_000))[:-20]),
                     upload(witness)[:-1]):
            with service.wire() as wire:
                wire.send(data)
        for body in (witness, bytes(2_000_000)):
            service.ask(upload(body))
    wait_for_budget(service)


@pytest.mark.parametrize("kib", [64, 512, 1024, 2048, 3072, 5000])
def test_any_body_leaves_room_for_the_largest(start, kib):
    """What a smaller one used is kept for the next, which must not hold more of it than it needs."""
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    service.ask(upload(bytes(kib * 1024)))
    wait_for_budget(service)
    assert service.ask(request(headers=["Transfer-Encoding: chunked"], body=chunked(bytes(BODY), 100_000))).status == 200


def test_what_is_announced_does_not_starve_others(start, large, check_problem):
    """Thirteen clients announce 60 MB each and send next to nothing."""
    service = start()
    length = 60 * 1024 * 1024
    slow = [service.wire() for _ in range(13)]
    for wire in slow:
        wire.send(request(headers=[f"Content-Length: {length}"], body=bytes(1100)))
    # The default budget does not have that much: who came too late hears it.
    refused = [wire for wire in slow if select.select([wire.socket], [], [], 0.3)[0]]
    assert 0 < len(refused) < len(slow)
    for wire in refused:
        check_problem(wire.answer(), 503, "busy")
    small = large[: 800 * 1024]
    for _ in range(20):
        assert service.ask(upload(small)).status == 200
    # A body of their own size gets its share too, once they have been slow for a moment.
    end = time.monotonic() + PATIENCE_S
    while (answer := service.ask(upload(bytes(length)))) is None or answer.status != 200:
        assert time.monotonic() < end, "their memory is never given to others"
        time.sleep(0.1)
    # And those who were slow still can end well.
    (wire, *others) = [wire for wire in slow if wire not in refused]
    for other in (*refused, *others):
        other.socket.close()
    wire.send(bytes(length - 1100))
    assert wire.answer().status == 200
    wire.socket.close()


def resident_bytes(service):
    text = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", text).group(1)) * 1024


@not_sanitized
def test_memory_goes_back_to_the_system(start, witness, large):
    """After all sorts of requests at once the service is as small as it was, but for 48 MiB."""
    service = start()
    assert service.ask(upload(witness)).status == 200
    before = resident_bytes(service)
    requests = [upload(large), upload(large * 8), post_form(files(*[(str(i), witness) for i in range(1000)])),
                post_archive(ZIP, make_zip(*[(str(i), witness * 50) for i in range(500)])),
                request(headers=["Transfer-Encoding: chunked"], body=chunked(large, 65536)),
                *[upload(witness + bytes(size)) for size in range(0, 1_000_000, 50_000)]]
    most = []

    def client(turn):
        for data in requests[turn:] + requests[:turn]:
            assert service.ask(data).status in (200, 503)
            most.append(resident_bytes(service))

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        list(pool.map(client, range(6)))
    assert max(most) > before + 48 * 1024 * 1024, "this load shows nothing"
    end = time.monotonic() + PATIENCE_S
    while resident_bytes(service) > before + 48 * 1024 * 1024:
        assert time.monotonic() < end, f"{before} bytes have become {resident_bytes(service)}"
        time.sleep(0.2)


CLIENTS, EACH_ASKS = 64, 300


def place_of_an_upload(service, data):
    """How many of the small requests that came with it were answered before it."""
    ask = request("GET", "/healthz")
    wires = [service.wire() for _ in range(CLIENTS + 1)]
    for wire in wires:
        wire.send(ask)
        assert wire.answer().status == 200
    large, small = wires[0], wires[1:]
    with concurrent.futures.ThreadPoolExecutor(CLIENTS + 1) as pool:
        service.process.send_signal(signal.SIGSTOP)
        for wire in small:
            wire.send(ask * EACH_ASKS)
        sending = pool.submit(large.send, data)
        time.sleep(0.2)  # as much of it as the kernel takes
        service.process.send_signal(signal.SIGCONT)
        answers = list(pool.map(lambda wire: [wire.answer().status for _ in range(EACH_ASKS)], small))
        sending.result()
    assert answers == [[200] * EACH_ASKS] * CLIENTS
    assert large.answer().status == 200
    assert service.stop() == 0
    return [line["path"] for line in service.log()].index("/validate")


@pytest.mark.parametrize("make", [upload, lambda body: request(headers=["Transfer-Encoding: chunked"], body=chunked(body, 65536))])
def test_an_upload_has_its_turn(start, make):
    """One of 3 MiB that comes together with 64 times 300 small requests is answered before most of them. libmicrohttpd takes
    16 KiB at a time and then has a turn for each connection: there it would come after 192 times 64. On a busy machine whoever
    sends it may have no turn in time: what fails each time is the service."""
    data = make(bytes(3 * 1024 * 1024))
    places = (place_of_an_upload(start("--threads", "1"), data) for _ in range(3))
    assert any(place < 3 * CLIENTS * 1024 // 64 for place in places), "it waits for all others"


def test_small_files_are_judged_while_bodies_hold_the_budget(start, witness, check_problem):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    with service.wire() as holder:
        holder.send(request(headers=[f"Content-Length: {BODY}"], body=bytes(1000)))
        time.sleep(0.5)
        answer = service.ask(upload(witness))
        # There may be no room for the body; there always is for judging one that was let in.
        assert answer.status in (200, 503)
        if answer.status == 503:
            check_problem(answer, 503, "busy")


def test_more_connections_than_allowed(start):
    service = start("--max-connections", "4", "--threads", "2", "--idle-timeout", "1")
    wires = [service.wire() for _ in range(12)]
    assert service.works(), "the idle ones time out and make room"
    for wire in wires:
        wire.socket.close()
    assert service.works()


def test_findings_fit_their_share(service):
    """The budget counts on 2 KiB of JSON for a finding."""
    for rule in sparse(service.get("/rules").json()["rules"]):
        made = run_command("witness", rule["code"]).stdout
        for finding in service.ask(upload(made)).json().get("findings", []):
            assert len(json.dumps(finding, indent=6)) <= 2048
