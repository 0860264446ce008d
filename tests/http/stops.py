"""Stops services under load and counts the requests that got no answer. By itself:

    python3 tests/http/stops.py 10000     # that many stops; prints what it has counted
"""

import select
import signal
import sys
import threading
import time

from wire import Wire, upload

LOAD_S = 0.05  # before the signal comes
CONNECT_S = 0.3  # the kernel answers no handshake from then on


class Client(threading.Thread):
    """Asks until the service is gone. A request is lost if a connection was there for it and no
    whole answer came. Whoever keeps a connection looks whether it has ended before it asks again."""

    def __init__(self, port, data, keeps):
        super().__init__(daemon=True)
        self.port, self.data, self.keeps = port, data, keeps
        self.asked, self.lost = 0, []
        self.wire = None

    def run(self):
        while self._is_connected():
            self._ask()
        self._hang_up()

    def _is_connected(self):
        if self.wire and not select.select([self.wire.socket], [], [], 0)[0]:
            return True
        self._hang_up()
        try:
            self.wire = Wire(self.port, connect_s=CONNECT_S)
        except OSError:
            return False
        return True

    def _ask(self):
        self.asked += 1
        try:
            self.wire.send(self.data)
            answer = self.wire.answer()
        except (OSError, AssertionError) as error:
            answer = None
            self.lost.append(repr(error))
        else:
            if answer is None or answer.status != 200:
                self.lost.append(answer and str(answer.status) or "no answer")
        if answer is None or answer.closes or not self.keeps:
            self._hang_up()

    def _hang_up(self):
        if self.wire:
            self.wire.socket.close()
        self.wire = None


def stop_under_load(service, data, keeping, others):
    """Returns how many requests were made, and what became of those that were lost."""
    clients = [Client(service.port, data, True) for _ in range(keeping)]
    clients += [Client(service.port, data, False) for _ in range(others)]
    for client in clients:
        client.start()
    time.sleep(LOAD_S)
    status = service.stop(signal.SIGTERM)
    for client in clients:
        client.join()
    assert status == 0, (status, service.log_lines[-1:])
    return sum(client.asked for client in clients), [row for client in clients for row in client.lost]


def main(stops):
    from conftest import Service, run_command

    data = upload(run_command("witness", "NAV_FLAGS_UNKNOWN").stdout or bytes(1024))
    asked, lost, begin = 0, [], time.monotonic()
    for i in range(stops):
        more, rows = stop_under_load(Service("--log", "none"), data, keeping=8, others=8)
        asked += more
        lost += rows
        if (i + 1) % 100 == 0 or i + 1 == stops:
            print(f"{i + 1} stops, {asked} requests, {len(lost)} lost, {time.monotonic() - begin:.0f} s",
                  sorted(set(lost))[:5], flush=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
