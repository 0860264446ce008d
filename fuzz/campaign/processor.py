"""Processor time of the processes of one session, from /proc: on a shared machine an hour by the clock
may be minutes of work."""

import os
import pathlib

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
SESSION, TIMES = 3, slice(11, 15)  # fields of stat after the name; proc(5): utime stime cutime cstime


def fields(stat):
    """Those after the name, which may have spaces and brackets of its own."""
    return stat.rpartition(")")[2].split()


def seconds(session):
    """Of all processes of the session, and of their children that ended and were waited for."""
    ticks = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            values = fields(path.read_text(errors="replace"))
        except OSError:  # it has just ended
            continue
        if int(values[SESSION]) == session:
            ticks += sum(map(int, values[TIMES]))
    return ticks / TICKS_A_SECOND
