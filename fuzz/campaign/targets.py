"""What there is to fuzz, and where it lies."""

import dataclasses
import pathlib
import re


@dataclasses.dataclass(frozen=True)
class Target:
    """One fuzz target. Targets of one subject understand the same inputs and share a corpus."""

    name: str
    subject: str
    dictionary: str  # path below the root; "" for none
    seeds: str  # folder below a build folder
    max_len: int = 4096  # every structure of a format fits; longer inputs cost runs and show nothing new


def parse(text):
    """The rows of targets.txt: target, subject, dictionary or "-", seed folder, and maybe max_len."""
    targets = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) not in (4, 5):
            raise ValueError(f"targets.txt: four or five words expected: {line!r}")
        name, subject, dictionary, seeds = words[:4]
        row = Target(name, subject, "" if dictionary == "-" else dictionary, seeds)
        targets.append(dataclasses.replace(row, max_len=int(words[4])) if words[4:] else row)
    return targets


@dataclasses.dataclass(frozen=True)
class House:
    """The folders of a campaign, below the root of the repository."""

    root: pathlib.Path

    def build(self, preset):
        return self.root / f"build-{preset}"

    def program(self, preset, target):
        return self.build(preset) / "bin" / target.name

    @property
    def work(self):
        """Everything that a campaign may lose."""
        return self.root / "build-fuzz" / "campaign"

    def pool(self, subject):
        """The corpus that engines share while they run; files are named by their SHA-1."""
        return self.work / subject / "pool"

    def crashes(self, subject):
        return self.work / subject / "crashes"

    def corpus(self, subject):
        """What is committed."""
        return self.root / "corpus" / subject

    @property
    def ledger(self):
        return self.root / "fuzz" / "ledger.tsv"

    def targets(self):
        return parse((self.build("fuzz") / "targets.txt").read_text())

    def formats(self):
        lists = ("parsers/formats.def", "containers/containers.def")
        rows = "".join((self.root / each).read_text() for each in lists)
        return re.findall(r"^NL_FORMAT\((\w+)\)", rows, re.MULTILINE)


def chosen(targets, name):
    """The targets of one format, subject or name; all if the name is None."""
    if name is None:
        return targets
    wanted = name.replace("-", "_")
    found = [each for each in targets if wanted in (each.subject, each.name)]
    if not found:
        known = sorted({each.subject for each in targets})
        raise SystemExit(f"no target or subject {name!r}; there are {', '.join(known)}")
    return found
