#!/usr/bin/python3 -B
"""Takes libFuzzer's arguments and does what it does to files, without fuzzing anything. Inputs that start
with X break an invariant; the first byte of an input is all that it reaches."""

import hashlib
import pathlib
import signal
import sys
import time

BROKEN = """/src/fuzz/invariants.c:88: invariant 14 of docs/security.md is broken: digest(a) == digest(b)
==7== ERROR: libFuzzer: deadly signal
    #0 0x55d0c0 in __sanitizer_print_stack_trace (/b/fuzz+0x1)
    #1 0x55d0c1 in abort stdlib/abort.c:79:7
    #2 0x55d0c2 in fuzz_fail /src/fuzz/fail.c:9:5
    #3 0x55d0c3 in check_repeatable /src/fuzz/invariants.c:88:5
SUMMARY: libFuzzer: deadly signal"""


def flag(name, otherwise=""):
    return next((word.split("=", 1)[1] for word in sys.argv[1:] if word.startswith(f"-{name}=")), otherwise)


PATHS = [pathlib.Path(word) for word in sys.argv[1:] if not word.startswith("-")]


def is_broken(content):
    return content[:1] == b"X"


def merge():
    grown = PATHS[0]
    reached = {path.read_bytes()[:1] for path in grown.iterdir()}
    for source in PATHS[1:]:
        for path in sorted(source.iterdir(), key=lambda each: (each.stat().st_size, each.name)):
            content = path.read_bytes()
            if content[:1] not in reached:
                reached.add(content[:1])
                (grown / hashlib.sha1(content).hexdigest()).write_bytes(content)


def replay():
    for path in PATHS:
        print(f"Running: {path}", flush=True)
        if is_broken(path.read_bytes()):
            print(BROKEN)
            sys.exit(77)


def crash(execs):
    artifact = pathlib.Path(flag("artifact_prefix") + "crash-" + str(time.monotonic_ns()))
    artifact.write_bytes(b"X marks the spot")
    print(f"{BROKEN}\nstat::number_of_executed_units: {execs}")
    sys.exit(77)


def fuzz():
    stops = []
    signal.signal(signal.SIGINT, lambda *_: stops.append(True))
    pool, ends, execs = PATHS[0], time.monotonic() + float(flag("max_total_time")), 0
    (pool / "found").write_bytes(b"found")
    while time.monotonic() < ends and not stops:
        execs += 100
        print(f"#{execs}\tpulse  cov: 42 ft: 50 corp: 3/30b lim: 4 exec/s: 1000 rss: 30Mb", flush=True)
        if "crashing" in sys.argv[0]:
            crash(execs)
        time.sleep(0.05)
    print(f"stat::number_of_executed_units: {execs}\nstat::average_exec_per_sec: 900\nstat::new_units_added: 1", flush=True)
    sys.exit(72 if stops else 0)


if flag("merge"):
    merge()
elif flag("minimize_crash"):
    pathlib.Path(flag("exact_artifact_path")).write_bytes(b"X")
elif PATHS and PATHS[0].is_file():
    replay()
else:
    fuzz()
