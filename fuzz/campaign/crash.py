"""From the bytes that broke something to a committed test: say what broke, make the file small, file it."""

import dataclasses
import hashlib
import pathlib
import re
import subprocess

from . import engines

INVARIANT = re.compile(r"invariant (\d+) of docs/security\.md is broken: (.*)")
SANITIZER = re.compile(r"(?:ERROR|WARNING): (\w+Sanitizer): (?:detected memory leaks|[\w-]+)")
UNDEFINED = re.compile(r"runtime error: (.*)")
LIBFUZZER = re.compile(r"ERROR: libFuzzer: ([\w-]+)")
FRAME = re.compile(r"^\s*#\d+ 0x[0-9a-f]+ in (\S+) (\S*)", re.MULTILINE)

# Frames that say how something was noticed, not what was wrong.
NOTICING = re.compile(r"^(__|_+interceptor|fuzz_fail|fuzzer::|mem(cpy|move|set|cmp)|malloc|calloc|realloc|free"
                      r"|str\w+|abort|raise|gsignal|pthread_kill|LLVMFuzzer|main|_start)")
MINIMISE_S = 30


@dataclasses.dataclass(frozen=True)
class Crash:
    kind: str  # "invariant-14", "heap-buffer-overflow"
    function: str  # "" if the output names none
    message: str

    @property
    def name(self):
        return "-".join(part for part in (self.kind, self.function) if part)


def _slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _undefined_kind(message):
    """The words of UndefinedBehaviorSanitizer without the values, which differ from run to run."""
    words = re.split(r" of |: | on |[^a-z -]|'", message)[0].strip()
    return _slug(" ".join(words.split()[:4])) or "undefined"


def _kind(output):
    """Kind and message; what was noticed first is what it is."""
    found = INVARIANT.search(output)
    if found:
        return f"invariant-{found[1]}", f"invariant {found[1]}: {found[2].strip()}"
    found = UNDEFINED.search(output)
    if found:
        return _undefined_kind(found[1]), found[1]
    found = SANITIZER.search(output)
    if found:
        words = found[0].split(": ")[-1]
        return ("leak" if "leaks" in words else _slug(words)), found[0]
    found = LIBFUZZER.search(output)
    if found:
        return _slug(found[1]), found[0]
    return None, ""


def _function(output):
    """The innermost function of the product; the harness's own if there is none."""
    harness = ""
    for name, place in FRAME.findall(output):
        if NOTICING.match(name) or not re.search(r"\.[ch](:|$)", place):
            continue
        if "/fuzz/" not in place:
            return name
        harness = harness or name
    return harness


def _checker(output):
    """Of a broken invariant: the function of the harness that asserts it."""
    names = [name for name, _ in FRAME.findall(output)]
    after = names[names.index("fuzz_fail") + 1:] if "fuzz_fail" in names else []
    return after[0] if after else ""


def of_output(output):
    """What a target's output says broke; None if it says nothing of the kind."""
    kind, message = _kind(output)
    if kind is None:
        return None
    function = _checker(output) if kind.startswith("invariant-") else _function(output)
    return Crash(kind, function, message)


def replay(program, paths, leaks=True, limit_s=120):
    """The output of running a target over files; the exit status too."""
    done = subprocess.run([str(program), *map(str, paths)], env=engines.sanitizer_environment(leaks), text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          timeout=limit_s)
    return done.returncode, done.stdout


def observe(program, path):
    """What one file breaks in one program; None if nothing."""
    try:
        status, output = replay(program, [path])
    except subprocess.TimeoutExpired:
        return Crash("timeout", "", "no end within two minutes")
    if status == 0:
        return None
    return of_output(output) or Crash("exit", str(abs(status)), f"ended with status {status}")


def minimise(program, path, seconds=MINIMISE_S):
    """A smaller file beside it that breaks the same; the file itself if there is none."""
    before = observe(program, path)
    small = path.with_name(path.name + ".small")
    command = [program, "-minimize_crash=1", f"-max_total_time={seconds}", f"-exact_artifact_path={small}", path]
    engines.run_quietly(command, engines.sanitizer_environment(), 2 * seconds + 30)
    is_smaller = small.exists() and 0 < small.stat().st_size < path.stat().st_size
    return small if is_smaller and observe(program, small) == before else path


def extension(corpus):
    """How the files of a subject are called: as its seeds are."""
    seeds = sorted((corpus / "seed").glob("*.*")) if (corpus / "seed").is_dir() else []
    return seeds[0].suffix if seeds else ".bin"


TABLE = "| file | what went wrong | fixed by |\n|---|---|---|\n"
HEAD = ("# Files of fixed bugs\n\nOne file a bug, as small as it gets, with a row here; the replay runner judges all "
        "of them.\n\n")


def _add_row(readme, row):
    text = readme.read_text() if readme.exists() else HEAD
    text = text.replace("None yet.\n", "")
    if "| file |" not in text:
        text = text.rstrip("\n") + "\n\n" + TABLE
    readme.write_text(text.rstrip("\n") + "\n" + row + "\n")


def file_regression(corpus, crash, path, found_by):
    """Puts the file with its row into corpus/SUBJECT/regression, from where ctest replays it. Of one
    name the smaller file stays. Returns the file, or None if what is there is as small."""
    folder = corpus / "regression"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / (crash.name + extension(corpus))
    content = pathlib.Path(path).read_bytes()
    if kept.exists() and kept.stat().st_size <= len(content):
        return None
    is_new = not kept.exists()
    kept.write_bytes(content)
    if is_new:
        what = crash.message.replace("|", "\\|")
        _add_row(folder / "README.md", f"| `{kept.name}` | {what}; {found_by} | not yet |")
    return kept


def settle(house, run, paths):
    """Names, minimises and files the crashes of one run. Returns {name: message}."""
    reproducers = [house.program(preset, run.target) for preset in dict.fromkeys((run.engine.preset, "fuzz", "afl"))]
    settled = {}
    for path in paths:
        crash, program = _first_seen(reproducers, path)
        if crash is None or crash.name in settled:
            continue
        small = path if program == house.program("afl", run.target) else minimise(program, path)
        content = small.read_bytes()
        folder = house.crashes(run.target.subject)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{crash.name}-{hashlib.sha1(content).hexdigest()[:8]}").write_bytes(content)
        file_regression(house.corpus(run.target.subject), crash, small,
                        f"found by {run.target.name} under {run.engine.name}")
        settled[crash.name] = crash.message
    return settled


def _first_seen(programs, path):
    for program in programs:
        crash = observe(program, path) if program.exists() else None
        if crash:
            return crash, program
    return None, None


RUNNING = re.compile(r"^Running: (.*)$", re.MULTILINE)
CHUNK = 200


def leaking(program, paths):
    """Those files of an AFL++ queue under which LeakSanitizer, or anything else, complains."""
    left, found = list(paths), []
    while left:
        chunk = left[:CHUNK]
        status, output = replay(program, chunk)
        ran = RUNNING.findall(output)
        if status == 0 or not ran:
            left = left[CHUNK:]
            continue
        culprit = next(path for path in chunk if str(path) == ran[-1])
        found.append(culprit)
        left = left[left.index(culprit) + 1:]
    return found
