#!/usr/bin/python3
"""The soak: mixed hostile load for minutes, in which every answer is compared.

usage: soak.py [--minutes N] [--seed N] [--clients N] [-- FLAG...]

Flags behind -- go to navlintd (--isolate). Clients send good files of every format, damaged and large ones, forms,
archives, requests in pieces, several at once, what has to be refused, and half requests; they read slowly, or leave.
A report is compared with what `navlint check` prints for the same bytes; answers to what the command does not take
that way (sets, documents) with those of the service when it was alone. Memory and descriptors are sampled. The
last line has the verdict, and the exit status is 1 unless it is "sound".
"""

import argparse
import collections
import concurrent.futures
import gzip
import json
import multiprocessing
import os
import pathlib
import random
import socket
import struct
import sys
import threading
import time
from dataclasses import dataclass

from conftest import ROOT, Service, run_command
from sets import TAR, ZIP, files, make_tar, make_zip, post_archive, post_form
from test_framing import HIDDEN, REFUSED
from wire import Wire, chunked, request, upload

# Idle memory at the end may be over that at the start by so much: what allocators keep.
MOST_GROWTH_BYTES = 64 << 20
IDLE_S = 60
LARGE_BYTES = (1_300_000, 5_000_000, 20_000_000)
MOST_SMALL_BYTES = 300_000


# ---- What is asked ------------------------------------------------------------------------------


@dataclass
class Case:
    """A body, and the only right answer to it."""

    body: bytes
    answer: bytes
    target: str = "/validate?name=-"
    kind: str = "file"


def is_tar(data):
    """Witnesses of rules about several files are."""
    return data[257:262] == b"ustar"


def corpus_files(rng):
    """Files of all formats: seeds and witnesses, and some of what fuzzers kept."""
    good, odd = [], []
    for path in sorted((ROOT / "corpus").glob("*/*/*")):
        is_of_a_format = (ROOT / "parsers" / path.relative_to(ROOT).parts[1]).is_dir()
        if is_of_a_format and path.is_file() and 0 < path.stat().st_size <= MOST_SMALL_BYTES:
            (good if path.parent.name in ("seed", "witness", "edge") else odd).append(path)
    chosen = rng.sample(good, min(len(good), 300)) + rng.sample(odd, min(len(odd), 300))
    return [data for path in chosen if not is_tar(data := path.read_bytes())]


def damaged(rng, data):
    """The same with some bytes changed, or cut."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        out[rng.randrange(len(out))] = rng.randrange(256)
    return bytes(out[: rng.randrange(1, len(out) + 1)]) if rng.random() < 0.2 else bytes(out)


def printed(data):
    """What the command prints."""
    return run_command("check", "--format", "json", "-", data=data).stdout


def make_cases(rng):
    bodies = corpus_files(rng)
    bodies += [damaged(rng, rng.choice(bodies)) for _ in range(300)]
    bodies += [rng.choice(bodies) + bytes(length) for length in LARGE_BYTES]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(printed, bodies))
    return [Case(body, report) for body, report in zip(bodies, reports)]


def make_sets(rng, cases):
    """Forms and archives as requests: bytes."""
    small = [case.body for case in cases if len(case.body) < MOST_SMALL_BYTES]
    made = []
    for _ in range(60):
        pairs = [(f"f{i}", body) for i, body in enumerate(rng.sample(small, rng.randrange(1, 6)))]
        made += [post_form(files(*pairs)), post_archive(TAR, make_tar(*pairs)), post_archive(ZIP, make_zip(*pairs))]
    broken = [bytearray(rng.choice(made)) for _ in range(60)]
    for one in broken:
        head = one.index(b"\r\n\r\n") + 4
        one[rng.randrange(head, len(one))] ^= 0xFF
    return made + [bytes(one) for one in broken]


DOCUMENTS = [request("GET", path) for path in ("/formats", "/rules", "/healthz", "/schemas/report.schema.json", "/nowhere",
                                                "/validate")]


# ---- Who asks -----------------------------------------------------------------------------------


class Tally(collections.Counter):
    """Counts by name; what is wrong is kept to be shown."""

    def __init__(self):
        super().__init__()
        self.wrong = []

    def expect(self, kind, is_right, seen):
        self[kind] += 1
        if is_right:
            return
        self["WRONG"] += 1
        if len(self.wrong) < 5:
            self.wrong.append(f"{kind}: {seen!r:.400}")


class Client:
    """One that asks, on one connection after the other, until the time is over."""

    def __init__(self, port, cases, known, seed):
        self.port, self.cases, self.known = port, cases, known
        self.rng = random.Random(seed)
        self.tally = Tally()

    def wire(self):
        return Wire(self.port)

    def is_answer(self, answer, case):
        if answer is not None and answer.status == 503 and answer.slug == "busy":
            self.tally["busy"] += 1
            return True
        return answer is not None and answer.status == 200 and answer.body == case.answer

    def ask_files(self):
        """Some files over one connection."""
        with self.wire() as wire:
            for case in self.rng.choices(self.cases, k=self.rng.randrange(1, 30)):
                wire.send(upload(case.body, case.target))
                answer = wire.answer()
                self.tally.expect("file", self.is_answer(answer, case), answer)
                if answer is None or answer.closes:
                    return

    def ask_packed(self):
        case = self.rng.choice(self.cases)
        with self.wire() as wire:
            wire.send(upload(gzip.compress(case.body, 1), case.target, ["Content-Encoding: gzip"]))
            answer = wire.answer()
            if answer is not None and answer.status == 415:
                return
            self.tally.expect("packed", self.is_answer(answer, case), answer)

    def ask_in_chunks(self):
        case = self.rng.choice(self.cases)
        with self.wire() as wire:
            body = chunked(case.body, self.rng.choice((61, 4096, 100_000)) if len(case.body) < MOST_SMALL_BYTES else 100_000)
            wire.send(request(target=case.target, headers=["Transfer-Encoding: chunked"], body=body))
            answer = wire.answer()
            self.tally.expect("chunked", self.is_answer(answer, case), answer)

    def ask_several(self):
        """All before the first answer is read."""
        few = [case for case in self.rng.choices(self.cases, k=5) if len(case.body) < 20_000]
        with self.wire() as wire:
            wire.send(b"".join(upload(case.body, case.target) for case in few))
            for case in few:
                answer = wire.answer()
                self.tally.expect("pipelined", self.is_answer(answer, case), answer)

    def ask_known(self):
        data, status, body = self.rng.choice(self.known)
        with self.wire() as wire:
            wire.send(data)
            answer = wire.answer()
            busy = answer is not None and answer.status == 503
            self.tally["busy"] += busy
            self.tally.expect("set or document", busy or (answer is not None and (answer.status, answer.body) == (status, body)),
                              answer)

    def ask_badly(self):
        """What two readers could take differently: refused, and nothing behind it is answered."""
        headers, status, slug = REFUSED[self.rng.choice(list(REFUSED))]
        with self.wire() as wire:
            wire.send(request(headers=headers, body=HIDDEN))
            answer = wire.answer()
            is_right = answer is not None and answer.status == status and answer.slug == slug and wire.is_closed()
            self.tally.expect("refused", is_right, answer)

    def ask_slowly(self):
        """In pieces with pauses."""
        case = self.rng.choice(self.cases)
        data = upload(case.body, case.target)
        cuts = sorted(self.rng.randrange(len(data)) for _ in range(8))
        with self.wire() as wire:
            for begin, end in zip([0, *cuts], [*cuts, len(data)]):
                wire.send(data[begin:end])
                time.sleep(self.rng.random() / 4)
            answer = wire.answer()
            self.tally.expect("slow", self.is_answer(answer, case), answer)

    def leave(self):
        """In the middle of a request, or before the answer is read; politely or with a reset."""
        data = self.rng.choice([upload(self.rng.choice(self.cases).body), self.rng.choice(self.known)[0]])
        with self.wire() as wire:
            wire.send(data[: self.rng.randrange(1, len(data) + 1)])
            if self.rng.random() < 0.5:
                wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif self.rng.random() < 0.5:
                time.sleep(self.rng.random())
        self.tally["left"] += 1

    def read_slowly(self):
        with self.wire() as wire:
            wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            data, status, body = self.rng.choice(self.known)
            wire.send(data)
            time.sleep(self.rng.random() * 2)
            answer = wire.answer()
            is_right = answer is not None and (answer.status == 503 or (answer.status, answer.body) == (status, body))
            self.tally.expect("read slowly", is_right, answer)

    FAST = [(60, "ask_files"), (5, "ask_packed"), (8, "ask_in_chunks"), (8, "ask_several"), (10, "ask_known"),
            (12, "ask_badly"), (6, "leave")]
    SLOW = [(5, "ask_slowly"), (2, "read_slowly"), (2, "leave")]

    def go_on(self, ways, end):
        weights, names = zip(*ways)
        while time.monotonic() < end:
            [name] = self.rng.choices(names, weights)
            try:
                getattr(self, name)()
            except (OSError, AssertionError) as problem:
                self.tally.expect(name, False, problem)
        return self.tally


def run_clients(arguments):
    """One process of clients: a fast one and some slow ones."""
    port, cases, known, seed, slow_count, end = arguments
    slow = [Client(port, cases, known, f"{seed} slow {i}") for i in range(slow_count)]
    threads = [threading.Thread(target=client.go_on, args=(Client.SLOW, end)) for client in slow]
    for thread in threads:
        thread.start()
    fast = Client(port, cases, known, seed)
    fast.go_on(Client.FAST, end)
    for thread in threads:
        thread.join()
    total, wrong = collections.Counter(), []
    for client in [fast, *slow]:
        total.update(client.tally)
        wrong += client.tally.wrong
    return total, wrong


# ---- The service under it -----------------------------------------------------------------------


class Watched(Service):
    """Its log is read and checked; of requests it is only counted, or it would not fit into memory."""

    request_lines = 0

    def _read_log(self):
        for line in self.process.stderr:
            if "event" in json.loads(line):
                self.log_lines.append(line)
            else:
                self.request_lines += 1

    def processes(self):
        found, waiting = [], [self.process.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            try:
                for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                    waiting += [int(child) for child in (task / "children").read_text().split()]
            except OSError:
                continue  # it has ended
        return found

    def sample(self):
        """Memory of all its processes, what they share counted once; descriptors; processes."""
        memory, descriptors, count = 0, 0, 0
        for pid in self.processes():
            try:
                text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
                descriptors += len(os.listdir(f"/proc/{pid}/fd"))
            except OSError:
                continue
            memory += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) * 1024
            count += 1
        return {"memory": memory, "descriptors": descriptors, "processes": count}


def wait_for_rest(service, start):
    """Until what was taken has been given back, or it is clear that it will not be."""
    end = time.monotonic() + IDLE_S
    while True:
        now = service.sample()
        is_back = now["memory"] <= start["memory"] + MOST_GROWTH_BYTES and now["descriptors"] <= start["descriptors"]
        if is_back or time.monotonic() > end:
            return now, is_back
        time.sleep(0.5)


def watch(service, results, minutes):
    """Samples until the clients have ended; prints one line a minute. Returns the peak."""
    peak, begin, said = {}, time.monotonic(), 0
    while not results.ready():
        now = service.sample()
        peak = {key: max(value, peak.get(key, 0)) for key, value in now.items()}
        if time.monotonic() - begin > said * 60:
            print(f"{said} of {minutes:g} minutes: {now['memory'] >> 20} MB, {now['descriptors']} descriptors, "
                  f"{now['processes']} processes, {service.request_lines} requests", flush=True)
            said += 1
        time.sleep(1)
    return peak


def soak(minutes, seed, client_count, flags):
    rng = random.Random(seed)
    cases = make_cases(rng)
    service = Watched("--idle-timeout", "5", *flags)
    requests = [*make_sets(rng, cases), *DOCUMENTS]
    answers = [(data, service.ask(data)) for data in requests]
    known = [(data, answer.status, answer.body) for data, answer in answers]
    start = service.sample()
    print(f"{len(cases)} files, {len(known)} sets and documents; {start['memory'] >> 20} MB, "
          f"{start['descriptors']} descriptors, {start['processes']} processes", flush=True)
    end = time.monotonic() + minutes * 60
    with multiprocessing.Pool(client_count) as pool:
        results = pool.map_async(run_clients, [(service.port, cases, known, f"{seed} {i}", 8, end) for i in range(client_count)])
        peak = watch(service, results, minutes)
        total, wrong = collections.Counter(), []
        for tally, some in results.get():
            total.update(tally)
            wrong += some
    rest, is_back = wait_for_rest(service, start)
    status = service.stop()
    is_sound = total["WRONG"] == 0 and status == 0 and is_back
    for one in wrong:
        print(one)
    print(json.dumps({"flags": flags, "minutes": minutes, "seed": seed, "counts": dict(sorted(total.items())),
                      "answers_compared": sum(count for kind, count in total.items() if kind not in ("WRONG", "left", "busy")),
                      "wrong": total["WRONG"], "log_lines": service.request_lines,
                      "log_lines_dropped": [event for event in service.lines() if "dropped" in str(event.get("event"))][-3:],
                      "at_start": start, "peak": peak, "at_rest": rest, "exit_status": status}))
    print(f"soak: {'sound' if is_sound else 'NOT SOUND'}: {total['WRONG']} wrong, exit status {status}, "
          f"memory {start['memory'] >> 20} -> {peak['memory'] >> 20} -> {rest['memory'] >> 20} MB, "
          f"descriptors {start['descriptors']} -> {peak['descriptors']} -> {rest['descriptors']}")
    return is_sound


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    return not soak(options.minutes, options.seed, options.clients, options.flags)


if __name__ == "__main__":
    sys.exit(main())
