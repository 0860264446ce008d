#!/usr/bin/python3
"""Rolling restarts behind the shipped HAProxy: two instances are restarted in turns while clients ask, and every
request must get its right answer.

usage: rolling.py [--requests N] [--restarts N] [--lame-duck SECONDS] [SIZE...]

One run for each size (1K, 59K, 1.3M: all, unless some are named) of at least so many requests by 16 clients, and
so many restarts spread over it. NAVLINTD_BIN names the service; navlint-load is beside it.
"""

import argparse
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from conftest import TOKEN, Proxy, free_ports, http, wait_until
from haproxy import Haproxy

# What navlint-load builds: about so many bytes.
SIZES = {"1K": 100, "59K": 61_700, "1.3M": 1_370_000}
CLIENTS = 16
LOAD = pathlib.Path(http.SERVICE).parent / "navlint-load"
UNLIMITED = {"NAVLINT_REQUESTS_IN_10S": "1000000000", "NAVLINT_CONNECTIONS": "1000"}


class Load:
    """navlint-load with one size, which asks until it is told to stop, and for a number of requests at least."""

    def __init__(self, port, size, requests):
        self.size = size
        words = [LOAD, "--port", str(port), "--build", f"source-nav:{SIZES[size]}", "--connections", str(CLIENTS),
                 "--requests", str(requests), "--until-told", "--header", f"Authorization: Bearer {TOKEN}"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return {"size": self.size, **json.loads(self.process.communicate()[0])}

    def is_asking(self):
        return self.process.poll() is None


class Fleet:
    """Two instances on ports of their own, and HAProxy in front of them."""

    def __init__(self, folder, lame_duck_s):
        self.ports = free_ports(2)
        self.flags = ["--lame-duck", str(lame_duck_s), "--log", "none"]
        self.instances = [self.start(index) for index in range(2)]
        self.haproxy = Haproxy(folder, self.ports, **UNLIMITED)
        self.proxy = Proxy(self.haproxy.words, self.haproxy.port, self.haproxy.environment, folder / "log")
        wait_until(self.proxy.is_ready, "HAProxy lets requests through")
        for index in range(2):
            self.wait_for_up(index)

    def start(self, index):
        return http.Service("--port", str(self.ports[index]), *self.flags)

    def wait_for_up(self, index):
        name = ["one", "two"][index]
        wait_until(lambda: self.haproxy.states()["small", name] == "UP", f"HAProxy takes {name} for ready")

    def restart(self, index):
        assert self.instances[index].stop() == 0
        self.instances[index] = self.start(index)
        self.wait_for_up(index)

    def stop(self):
        self.proxy.stop()
        for instance in self.instances:
            instance.stop()


def roll(folder, sizes, requests, restarts, lame_duck_s):
    """One run with all these sizes at once: what each load says at its end."""
    fleet = Fleet(folder, lame_duck_s)
    loads = [Load(fleet.haproxy.port, size, requests) for size in sizes]
    for number in range(restarts):
        time.sleep(0.5)  # asked in peace, between restarts
        fleet.restart(number % 2)
        assert all(load.is_asking() for load in loads), "a load ended early"
    said = [load.end() for load in loads]
    fleet.stop()
    return said


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--restarts", type=int, default=4)
    parser.add_argument("--lame-duck", type=int, default=3)
    parser.add_argument("sizes", nargs="*", default=list(SIZES), metavar="SIZE")
    options = parser.parse_args()
    bad = 0
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            [said] = roll(pathlib.Path(folder), [size], options.requests, options.restarts, options.lame_duck)
        bad += said["requests"] - said["right"]
        print(json.dumps({**said, "restarts": options.restarts}), flush=True)
    print(f"rolling: {'nothing was lost' if bad == 0 else f'{bad} requests had no right answer'}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
