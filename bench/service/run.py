"""What a request costs: navlintd beside the least server that libmicrohttpd allows, in turns.

usage: run.py BINARIES [--rounds N] [--size NAME]... [--json]

Each server is asked the same by navlint-load, one after the other, round by round, so that what else the
machine does hits all alike; of each the best round counts. us/request is processor time of the server, of
all its threads and processes. "bare" reads the body and answers a constant of the same length; "bare, judging"
answers the report. p50 and p99 are times of whole requests, over 64 connections (1.3 MB: 16). The goals: navlintd
at 1 KB within 1.5 times bare, at 59 KB within 1.1 times bare, judging; its p99 within 2 times that of bare.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

FORMAT = "source-nav"
# Name, bytes that are built, requests, and over how many connections their times are taken: more large ones than these
# do not fit into the default memory budget, and are answered with 503.
SIZES = [("1 KB", 100, 20000, 64), ("16 KB", 18500, 10000, 64), ("59 KB", 61700, 5000, 64), ("1.3 MB", 1_370_000, 200, 16)]
CONNECTIONS = 16
THREADS = "2"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")

# What navlintd is started with; a row whose flags it does not know is left out.
NAVLINTD = [
    ("navlintd", []),
    ("navlintd, no log", ["--log", "none"]),
    ("navlintd, no wall", ["--wall", "off"]),
    ("navlintd, isolated", ["--isolate"]),
]


# Whoever measures may be root.
os.environ.setdefault("NAVLINTD_ALLOW_ROOT", "on")


class Server:
    """A started server, and the processor time that it has taken."""

    def __init__(self, name, words):
        self.name = name
        # A log that is written costs its writing; where it goes is not the server's.
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "NAVLINTD_ALLOW_ROOT": "1"})
        line = self.process.stdout.readline().decode()
        match = re.search(r"http://127\.0\.0\.1:(\d+)$", line.strip())
        if not match:
            sys.exit(f"{words}: does not start")
        self.port = match.group(1)

    def cpu_s(self):
        """Of it and of all below it, those that have ended among them."""
        total, waiting = 0.0, [self.process.pid]
        while waiting:
            folder = pathlib.Path("/proc") / str(waiting.pop())
            for task in (folder / "task").iterdir():
                total += int((task / "schedstat").read_text().split()[0]) / 1e9
                waiting += [int(child) for child in (task / "children").read_text().split()]
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            total += (int(fields[13]) + int(fields[14])) * TICK_S
        return total

    def stop(self):
        self.process.terminate()
        self.process.wait()


def ask(binaries, server, size, requests, connections=CONNECTIONS):
    """One load; what navlint-load says, with the server's processor time for each request."""
    target_bytes = size[1]
    words = [binaries / "navlint-load", "--port", server.port, "--build", f"{FORMAT}:{target_bytes}",
             "--connections", str(connections), "--requests", str(requests)]
    if server.name == "bare":
        words.append("--any-answer")
    before = server.cpu_s()
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    said = json.loads(done.stdout)
    if done.returncode != 0:
        sys.exit(f"{server.name}: {said}")
    return {"us": (server.cpu_s() - before) / requests * 1e6, "rate": requests / said["seconds"], **said}


def knows(binaries, flags):
    helped = subprocess.run([binaries / "navlintd", "--help"], capture_output=True, text=True, check=False).stdout
    return all(f"{flag} " in helped for flag in flags if flag.startswith("--"))


def start_all(binaries, answer_bytes):
    bare = [binaries / "navlint-bare", "--threads", THREADS]
    servers = [Server("bare", [*bare, "--answer-bytes", str(answer_bytes)]), Server("bare, judging", [*bare, "--judge"])]
    for name, flags in NAVLINTD:
        if knows(binaries, flags):
            servers.append(Server(name, [binaries / "navlintd", "--port", "0", "--threads", THREADS, *flags]))
    return servers


def ask_twice(binaries, server, size, requests):
    """What a request costs, and how long it takes where many wait."""
    waiting = ask(binaries, server, size, requests, size[3])
    return {**ask(binaries, server, size, requests), "p50_us": waiting["p50_us"], "p99_us": waiting["p99_us"]}


def better(now, then):
    least = {name: min(now[name], then[name]) for name in ("us", "p50_us", "p99_us")}
    return {**now, **least, "rate": max(now["rate"], then["rate"])}


def measure(binaries, size, rounds):
    """The best of each server, in the order of the table."""
    probe = Server("bare, judging", [binaries / "navlint-bare", "--judge"])
    answer_bytes = ask(binaries, probe, size, 1)["answer_bytes"]
    probe.stop()
    servers = start_all(binaries, answer_bytes)
    best = {}
    for round_index in range(rounds + 1):
        for server in servers:
            now = ask_twice(binaries, server, size, size[2] if round_index > 0 else size[2] // 10 + 1)
            if round_index > 0:  # the first one warms up
                best[server.name] = better(now, best.get(server.name, now))
    for server in servers:
        server.stop()
    return best


def print_table(size, best):
    bare, judging = best["bare"], best["bare, judging"]["us"]
    for name, row in best.items():
        print(f"{size[0]:8} {row['request_bytes']:>8} {name:20} {row['us']:>10.1f} {row['rate']:>11.0f} "
              f"{row['us'] / bare['us']:>8.2f} {row['us'] / judging:>12.2f} {row['p50_us']:>9.0f} {row['p99_us']:>9.0f} "
              f"{row['p99_us'] / bare['p99_us']:>9.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", action="append", help="only this one, as it is called in the table")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.json:
        print(f"{'size':8} {'bytes':>8} {'server':20} {'us/request':>10} {'requests/s':>11} {'vs bare':>8} {'vs judging':>12} "
              f"{'p50 us':>9} {'p99 us':>9} {'vs bare':>9}")
    for size in SIZES:
        if options.size and size[0] not in options.size:
            continue
        best = measure(options.binaries, size, options.rounds)
        if options.json:
            print(json.dumps({"size": size[0], "servers": best}))
        else:
            print_table(size, best)


main()
