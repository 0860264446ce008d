"""What engines, sanitizers and the ledger print, and what is read out of it."""

import concurrent.futures
import os
import signal
import subprocess
import time

import pytest
from campaign import crash, ledger, processor, progress, targets

ASAN = """==9==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011 at pc 0x55 bp 0x7f sp 0x7f
READ of size 1 at 0x602000000011 thread T0
    #0 0x4a1b in __asan_memcpy (/b/fuzz_x+0x4a1b)
    #1 0x55aa in nav_read_area /src/parsers/source_nav/area.c:120:9
    #2 0x55ab in nav_decode /src/parsers/source_nav/decode.c:80:12
SUMMARY: AddressSanitizer: heap-buffer-overflow"""
UBSAN = """/src/core/report.c:40:5: runtime error: unsigned integer overflow: 2 + 4294967295 cannot be represented in type 'uint32_t'
    #0 0x55aa in state_facts /src/parsers/gta_nodes/check_set.c:272:22
SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior"""
MSAN = """==3==WARNING: MemorySanitizer: use-of-uninitialized-value
    #0 0x55aa in mix /src/fuzz/digest.c:9:5
    #1 0x55ab in nl_put_uint /src/core/text.c:43:5"""
LEAK = """==3==ERROR: LeakSanitizer: detected memory leaks
    #0 0x49 in malloc (/b/fuzz_x+0x49)
    #1 0x55ab in rep_json_begin /src/report/json.c:43:5"""
TIMEOUT = """==3== ERROR: libFuzzer: timeout after 10 seconds
    #0 0x49 in __sanitizer_print_stack_trace (/b/fuzz_x+0x49)
    #1 0x55ab in nl_index_probe /src/core/index.c:80:5"""
INVARIANT = """/src/fuzz/invariants.c:88: invariant 14 of docs/security.md is broken: a == b
==7== ERROR: libFuzzer: deadly signal
    #1 0x55d0c1 in abort stdlib/abort.c:79:7
    #2 0x55d0c2 in fuzz_fail /src/fuzz/fail.c:9:5
    #3 0x55d0c3 in check_repeatable /src/fuzz/invariants.c:88:5"""


@pytest.mark.parametrize("output, name", [
    (ASAN, "heap-buffer-overflow-nav_read_area"),
    (UBSAN, "unsigned-integer-overflow-state_facts"),
    (MSAN, "use-of-uninitialized-value-nl_put_uint"),
    (LEAK, "leak-rep_json_begin"),
    (TIMEOUT, "timeout-nl_index_probe"),
    (INVARIANT, "invariant-14-check_repeatable"),
])
def test_a_crash_is_named_by_kind_and_function(output, name):
    assert crash.of_output(output).name == name


def test_an_invariant_without_a_stack_is_named_by_its_number():
    assert crash.of_output("invariants.c:1: invariant 3 of docs/security.md is broken: x").name == "invariant-3"


def test_peaceful_output_is_no_crash():
    assert crash.of_output("#100 DONE cov: 3 exec/s: 50\n") is None


ROWS = [ledger.Row("2026-01-02", "abc", "fuzz_a", "libfuzzer", 60, 1000, 40, 3, 0),
        ledger.Row("2026-01-03", "def", "fuzz_a", "libfuzzer", 30, 500, 38, 1, 2),
        ledger.Row("2026-01-03", "def", "fuzz_a", "afl", 30, 100, 20, 0, 0)]


def test_the_ledger_reads_what_it_writes(tmp_path):
    path = tmp_path / "ledger.tsv"
    ledger.append(path, ROWS[:1])
    ledger.append(path, ROWS[1:])
    assert ledger.read(path) == ROWS
    assert path.read_text().count("date\tcommit") == 1


def test_a_damaged_ledger_is_refused_by_line():
    with pytest.raises(ValueError, match="line 2"):
        ledger.parse(ROWS[0].line() + "\nonly\tthree\twords\n")


def test_totals_are_a_target_and_engine():
    afl, libfuzzer = ledger.totals(ROWS)
    assert (afl.engine, afl.execs) == ("afl", 100)
    assert (libfuzzer.seconds, libfuzzer.execs, libfuzzer.edges, libfuzzer.crashes) == (90, 1500, 40, 2)
    assert (libfuzzer.date, libfuzzer.commit) == ("2026-01-03", "def")


def test_progress_of_libfuzzer_running_and_ended():
    running = "#2\tINITED cov: 7 ft: 8 corp: 1/1b exec/s: 0 rss: 26Mb\n#512\tNEW    cov: 9 ft: 9 corp: 5/9b lim: 4 exec/s: 256 rss: 26Mb L: 2/2 MS: 1\n"
    assert progress.of_libfuzzer(running) == progress.Progress(512, 256, 9, 5)
    ended = running + "stat::number_of_executed_units: 700\nstat::average_exec_per_sec:     350\n"
    assert progress.of_libfuzzer(ended) == progress.Progress(700, 350, 9, 5)


def test_progress_of_afl_takes_the_later_of_its_two_files():
    plot = "# relative_time, ...\n5, 0, 0, 29, 4, 1, 1.5%, 2, 0, 2, 2664.76, 21189, 148\n"
    assert progress.of_afl("", plot) == progress.Progress(21189, 4238, 148, 29, 2)
    stats = "run_time          : 10\nexecs_done        : 30000\nedges_found       : 150\ncorpus_count      : 31\nsaved_crashes     : 3\n"
    assert progress.of_afl(stats, plot) == progress.Progress(30000, 3000, 150, 31, 3)
    assert progress.of_afl("", "") == progress.Progress()


def test_afl_may_have_taken_no_time():
    stats = "run_time : 0\nexecs_done : 5\nexecs_per_sec : inf\nedges_found : 2\ncorpus_count : 1\n"
    assert progress.of_afl(stats, "").rate == 5


def test_targets_of_a_list():
    first, second = targets.parse("# comment\na one fuzz/one.dict seeds/one\nb two - seeds/two 65536\n")
    assert (first.dictionary, first.max_len) == ("fuzz/one.dict", 4096)
    assert (second.subject, second.dictionary, second.max_len) == ("two", "", 65536)
    with pytest.raises(ValueError):
        targets.parse("too few\n")
    assert targets.chosen([first, second], "two") == [second]
    with pytest.raises(SystemExit):
        targets.chosen([first, second], "three")


# ---- Processor time ----


def test_a_program_s_name_does_not_shift_the_fields():
    stat = "42 (a) (b c) S 1 40 40 0 -1 4194304 100 0 0 0 11 22 33 44 20 0 1 0 100 0 0"
    values = processor.fields(stat)
    assert values[processor.SESSION] == "40"
    assert values[processor.TIMES] == ["11", "22", "33", "44"]


def test_the_processor_time_of_a_session_has_its_children_in_it():
    """Those that ended, and the one that still works; waiting takes none."""
    work = "/usr/bin/python3 -c 'import time\nwhile time.process_time() < 0.3: pass'"
    script = f"{work}; sleep 2 & {work.replace('0.3', '9')}"
    with subprocess.Popen(["sh", "-c", script], start_new_session=True) as process:
        started = time.monotonic()
        while processor.seconds(process.pid) < 0.6 and time.monotonic() - started < 60:
            time.sleep(0.1)
        seen = processor.seconds(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
    assert 0.6 <= seen <= time.monotonic() - started + 1


def test_the_processor_time_of_a_session_has_that_of_a_session_below_it():
    """afl-fuzz's target is one."""
    script = "setsid /usr/bin/python3 -c 'while True: pass' & wait"
    with subprocess.Popen(["sh", "-c", script], start_new_session=True) as process:
        started = time.monotonic()
        while processor.seconds(process.pid) < 0.3 and time.monotonic() - started < 60:
            time.sleep(0.1)
        seen = processor.seconds(process.pid)
        family = processor.family(process.pid, processor.processes())
        processor.kill(process.pid)
    while family & processor.processes().keys() and time.monotonic() - started < 60:
        time.sleep(0.1)
    assert not family & processor.processes().keys()
    assert 0.3 <= seen <= time.monotonic() - started + 1


def test_runs_are_spread_over_the_cores_that_we_may_use():
    cores = sorted(os.sched_getaffinity(0))
    taken = []
    for _ in cores * 2:
        taken.append(processor.free_core(taken))
    assert taken == cores * 2


def test_what_a_worker_starts_stays_on_the_core_of_the_worker():
    core = max(os.sched_getaffinity(0))
    ask = ["/usr/bin/python3", "-c", "import os; print(os.sched_getaffinity(0))"]
    with concurrent.futures.ThreadPoolExecutor(1, initializer=processor.settle, initargs=(iter([core]),)) as workers:
        done = workers.submit(subprocess.run, ask, capture_output=True, text=True, check=True).result()
    assert done.stdout == f"{{{core}}}\n"
