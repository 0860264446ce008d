"""Processor time of the processes of one session, from /proc: on a shared machine an hour by the clock
may be minutes of work. And which core they run on."""

import contextlib
import itertools
import os
import pathlib
import signal

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
PARENT, SESSION, TIMES = 1, 3, slice(11, 15)  # fields of stat after the name; proc(5): utime stime cutime cstime


def fields(stat):
    """Those after the name, which may have spaces and brackets of its own."""
    return stat.rpartition(")")[2].split()


def processes():
    """{process: fields of its stat} of all that there are."""
    found = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            found[int(path.parent.name)] = fields(path.read_text(errors="replace"))
    return found


def family(leader, stats):
    """The session's processes and what they started: afl-fuzz's target makes a session of its own."""
    members = {each for each, values in stats.items() if int(values[SESSION]) == leader}
    found = members
    while found:
        found = {each for each, values in stats.items() if int(values[PARENT]) in members} - members
        members |= found
    return members


def seconds(session):
    """Of all processes of the session and below, and of those of their children that ended and were waited for."""
    stats = processes()
    return sum(int(ticks) for each in family(session, stats) for ticks in stats[each][TIMES]) / TICKS_A_SECOND


def kill(leader):
    """The session's processes and what they started: afl-fuzz leaves a stopped target behind when it is killed."""
    for each in family(leader, processes()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


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
