"""Processor time of the processes of one session, from /proc: on a shared machine an hour by the clock
may be minutes of work. And which core they run on."""

import contextlib
import itertools
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


# afl-fuzz and its target take turns, and waking each other up on another core takes longer than most turns
# do: on one core, 15,000 inputs a second instead of 3,000. So everything is given a core.


def each_core():
    """Of those that we may use, over and over."""
    return itertools.cycle(sorted(os.sched_getaffinity(0)))


def free_core(taken):
    """The one that is in the list least often."""
    return min(sorted(os.sched_getaffinity(0)), key=list(taken).count)


def settle(cores):
    """This thread, and what it starts, on the next core."""
    os.sched_setaffinity(0, {next(cores)})


def pin(process, core):
    """A process that has just started, and all that it will start."""
    with contextlib.suppress(ProcessLookupError):
        os.sched_setaffinity(process.pid, {core})
