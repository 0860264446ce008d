"""The engines: how each is started, where it says how far it is, and where its finds lie."""

import os
import pathlib
import shutil
import signal
import subprocess

from . import processor, progress

TIMEOUT_S = 10  # a unit that takes longer is a bug
MALLOC_LIMIT_MB = 160  # of one allocation: Zstandard's largest window takes 128 MiB and a little
SYMBOLIZER = "llvm-symbolizer-19"


def sanitizer_environment(leaks=True):
    """The library allocates nothing, so a small quarantine loses nothing and is twice as fast."""
    symbolizer = shutil.which(SYMBOLIZER)
    common = f"external_symbolizer_path={symbolizer}" if symbolizer else "symbolize=1"
    return dict(os.environ, ASAN_OPTIONS=f"quarantine_size_mb=8:detect_leaks={int(leaks)}:{common}",
                UBSAN_OPTIONS=f"print_stacktrace=1:{common}", MSAN_OPTIONS=common)


def afl_environment():
    """AFL++ wants sanitizers to abort and not to look for leaks: queues are replayed for those."""
    return dict(
        os.environ, AFL_NO_UI="1", AFL_QUIET="1", AFL_NO_COLOR="1", AFL_SKIP_CPUFREQ="1",
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1", AFL_NO_AFFINITY="1", AFL_FAST_CAL="1",
        AFL_DISABLE_TRIM="1", AFL_CMPLOG_ONLY_NEW="1", AFL_IGNORE_SEED_PROBLEMS="1",
        ASAN_OPTIONS="abort_on_error=1:detect_leaks=0:symbolize=0:quarantine_size_mb=1:"
                     "malloc_context_size=0:allocator_may_return_null=1",
        UBSAN_OPTIONS="halt_on_error=1:abort_on_error=1:symbolize=0:malloc_context_size=0")


def run_quietly(command, environment, limit_s, core=None):
    """Exit status of a program that starts others; None if it takes too long. None of them stays behind."""
    process = subprocess.Popen([str(word) for word in command], env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
    if core is not None:
        processor.pin(process, core)
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.returncode is None:
            processor.kill(process.pid)
            process.wait()


class Run:
    """One engine at work on one target."""

    def __init__(self, engine, target, house):
        self.engine = engine
        self.target = target
        self.house = house
        self.folder = house.work / target.subject / f"{target.name}-{engine.name}"
        self.process = None
        self.earlier = progress.Progress()  # of processes that ended at a crash
        self.earlier_cpu_s = 0.0
        self.cpu_s = 0.0  # of the processor, in all
        self.starts = 0
        self.core = None  # any

    @property
    def pool(self):
        return self.house.pool(self.target.subject)

    @property
    def log(self):
        return self.folder / f"log-{self.starts}.txt"

    def start(self, seconds):
        if self.starts == 0:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.starts += 1
        self.folder.mkdir(parents=True, exist_ok=True)
        command, environment = self.engine.command(self, seconds)
        with self.log.open("wb") as log:  # a session of its own: Ctrl-C is ours to pass on
            self.process = subprocess.Popen([str(word) for word in command], env=environment, stdout=log,
                                            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                            start_new_session=True)
        if self.core is not None:
            processor.pin(self.process, self.core)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def read_clock(self):
        """To be called every now and then: what a process used is gone with it."""
        if self.is_running():
            self.cpu_s = max(self.cpu_s, self.earlier_cpu_s + processor.seconds(self.process.pid))

    def interrupt(self):
        self.read_clock()
        if self.is_running():
            self.process.send_signal(signal.SIGINT)

    def end(self, patience_s=15):
        """Waits for the process, the less politely the longer it takes."""
        for sign in (None, signal.SIGTERM, signal.SIGKILL):
            if sign == signal.SIGKILL:
                processor.kill(self.process.pid)
            elif sign:
                os.killpg(self.process.pid, sign)
            try:
                return self.process.wait(patience_s)
            except subprocess.TimeoutExpired:
                patience_s = 5
        return None

    def progress(self):
        return self.earlier.joined(self.engine.progress(self))

    def restart(self, seconds):
        self.earlier = self.progress()
        self.earlier_cpu_s = self.cpu_s
        self.start(seconds)


class LibFuzzer:
    name = "libfuzzer"
    presets = ("fuzz",)
    preset = "fuzz"
    rss_limit_mb = 1024

    def is_ready(self, house, target):
        return house.program(self.preset, target).exists()

    def artifacts(self, run):
        return run.folder / "artifacts"

    def command(self, run, seconds):
        target = run.target
        self.artifacts(run).mkdir(exist_ok=True)
        words = [run.house.program(self.preset, target), f"-max_total_time={max(1, int(seconds - 0.5))}",
                 f"-timeout={TIMEOUT_S}", f"-rss_limit_mb={self.rss_limit_mb}",
                 f"-malloc_limit_mb={MALLOC_LIMIT_MB}",
                 f"-max_len={target.max_len}", "-reload=1", "-print_final_stats=1", "-print_funcs=0",
                 f"-artifact_prefix={self.artifacts(run)}/"]
        dictionary = run.house.work / target.subject / "dictionary"
        if dictionary.exists():
            words.append(f"-dict={dictionary}")
        return words + [run.pool], sanitizer_environment()

    def progress(self, run):
        log = run.log.read_text(errors="replace") if run.log.exists() else ""
        seen = progress.of_libfuzzer(log)
        seen.crashes = int("SUMMARY: " in log)
        return seen

    def crashes(self, run):
        return sorted(self.artifacts(run).iterdir()) if self.artifacts(run).is_dir() else []

    def queue(self, _run):
        return []  # libFuzzer writes into the pool itself


class MemorySanitizer(LibFuzzer):
    name = "msan"
    presets = ("fuzz-msan",)
    preset = "fuzz-msan"
    rss_limit_mb = 2048  # shadow and origins


class Afl:
    """afl-fuzz as the main instance: sanitizers, and the target's own mutator where it has one."""

    name = "afl"
    presets = ("afl",)
    preset = "afl"
    role = ("-M", "main")
    extra = ()

    def is_ready(self, house, target):
        return house.program(self.preset, target).exists() and shutil.which("afl-fuzz") is not None

    def environment(self, run):
        environment = afl_environment()
        mutator = run.house.build("fuzz") / "bin" / f"{run.target.name}.mutator.so"
        if mutator.exists():
            environment["AFL_CUSTOM_MUTATOR_LIBRARY"] = str(mutator)
        return environment

    def out(self, run):
        return run.folder / f"out-{run.starts}"

    def command(self, run, seconds):
        words = ["afl-fuzz", "-V", max(1, round(seconds)), "-t", 1000 * TIMEOUT_S, "-G", run.target.max_len,
                 "-i", run.pool, "-o", self.out(run), *self.role, *self.extra]
        dictionary = run.house.work / run.target.subject / "dictionary"
        if self.role[0] == "-M":
            words += ["-F", run.pool]
        if dictionary.exists():
            words += ["-x", dictionary]
        return words + ["--", run.house.program(self.preset, run.target)], self.environment(run)

    def progress(self, run):
        texts = []
        for name in ("fuzzer_stats", "plot_data"):
            path = self.out(run) / self.role[1] / name
            texts.append(path.read_text(errors="replace") if path.exists() else "")
        return progress.of_afl(*texts)

    def finds(self, run, folder):
        return sorted(run.folder.glob(f"out-*/{self.role[1]}/{folder}/id:*"))

    def crashes(self, run):
        return self.finds(run, "crashes") + self.finds(run, "hangs")

    def queue(self, run):
        return self.finds(run, "queue")


class AflCmpLog(Afl):
    """A secondary instance that solves comparisons; without sanitizers, because the main one has them."""

    name = "afl-cmplog"
    presets = ("afl-cmplog",)
    preset = "afl-cmplog"
    role = ("-S", "cmplog")
    extra = ("-c", "0", "-l", "2AT")

    def environment(self, run):
        environment = super().environment(run)
        environment.pop("AFL_CUSTOM_MUTATOR_LIBRARY", None)
        return environment


ENGINES = {engine.name: engine for engine in (LibFuzzer(), MemorySanitizer(), Afl(), AflCmpLog())}
GROUPS = {"afl": ("afl", "afl-cmplog"), "all": tuple(ENGINES)}


def chosen(name):
    names = GROUPS.get(name, (name,))
    if any(each not in ENGINES for each in names):
        raise SystemExit(f"no engine {name!r}; there are {', '.join(ENGINES)} and all")
    return [ENGINES[each] for each in names]


def automatic_words(house):
    """The constants that AFL++'s compiler found in comparisons."""
    path = pathlib.Path(house.build("afl")) / "auto.dict"
    return sorted(set(path.read_text().splitlines())) if path.exists() else []


def write_dictionary(house, target):
    """By hand and automatic, in one file that both engines read."""
    lines = (house.root / target.dictionary).read_text().splitlines() if target.dictionary else []
    lines += [line for line in automatic_words(house) if line not in lines]
    path = house.work / target.subject / "dictionary"
    path.parent.mkdir(parents=True, exist_ok=True)
    if lines:
        path.write_text("\n".join(lines) + "\n")
