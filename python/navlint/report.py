"""The report of schemas/report.schema.json."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Optional, Union

from ._records import Record

Severity = Literal["error", "warning", "info"]
Impact = Literal["crash", "hang", "rejected", "broken", "cosmetic"]
Verdict = Literal["valid", "invalid", "indeterminate"]
Safety = Literal["safe", "unsafe"]

Value = Union[int, float, str]
"""A number or a text, as JSON has it: integers beyond 2**53 are decimal texts, and so are NaN, Infinity and -Infinity."""


@dataclass(frozen=True)
class Tool(Record):
    """What wrote the report."""

    name: str
    version: str


@dataclass(frozen=True)
class Input(Record):
    """What was judged. bytes: how many."""

    name: str
    bytes: int
    sha256: Optional[str] = None


@dataclass(frozen=True)
class Set(Record):
    """The set itself. bytes: of all its inputs; members: how many it has."""

    name: str
    bytes: int
    members: int


@dataclass(frozen=True)
class Recognition(Record):
    """What the input was judged as."""

    id: str
    version: Optional[str] = None
    dialect: Optional[str] = None
    endianness: Optional[str] = None
    detected_by: Optional[str] = None


@dataclass(frozen=True)
class Limit(Record):
    """What kept navlint from judging, or from going on: a word and a sentence."""

    name: str
    message: str


@dataclass(frozen=True)
class Tally(Record):
    errors: int
    warnings: int
    infos: int


@dataclass(frozen=True)
class Summary(Record):
    """How much was found, exact even when findings were left out; of a set, in all its members too."""

    errors: int
    warnings: int
    infos: int
    truncated: bool
    consequences: int = 0
    hidden: int = 0
    suppressed: Optional[Tally] = None


@dataclass(frozen=True)
class Range(Record):
    """Bytes from the start of the input, or of what packed bytes unpack to."""

    offset: int
    length: int


@dataclass(frozen=True)
class Expected(Record):
    """What a field should hold, where it is no single value: one of these."""

    at_most: Optional[Value] = None
    at_least: Optional[Value] = None
    between: Optional[tuple[Value, ...]] = None
    one_of: Optional[tuple[Value, ...]] = None
    described: Optional[str] = None


@dataclass(frozen=True)
class Subject(Record):
    """What a finding is about, as users of the game's tools know it."""

    kind: str
    id: int
    name: Optional[str] = None
    record: Optional[str] = None
    cell: Optional[str] = None
    worldspace: Optional[str] = None


@dataclass(frozen=True)
class Position(Record):
    """A place in the world, in the game's units and axes."""

    x: float
    y: float
    z: float


@dataclass(frozen=True)
class Related(Record):
    """Another place that a finding refers to."""

    offset: int
    length: int
    message: str


@dataclass(frozen=True)
class FixBytes(Record):
    """The right bytes, in hexadecimal, where they are known without doubt."""

    offset: int
    bytes: str


@dataclass(frozen=True)
class Finding(Record):
    """One place that breaks one rule. `explain(finding.code)` is the rule."""

    code: str
    severity: Severity
    impact: Impact
    message: str
    offset: int
    length: int
    path: str
    cause: bool = False
    encoding: Optional[str] = None
    outer_offset: Optional[int] = None
    inner: Optional[Range] = None
    field: Optional[str] = None
    type: Optional[str] = None
    expected: Union[Value, Expected, None] = None
    actual: Optional[Value] = None
    subject: Optional[Subject] = None
    position: Optional[Position] = None
    jump: Optional[str] = None
    related: tuple[Related, ...] = ()
    fix: Optional[FixBytes] = None
    fixable: Optional[Safety] = None
    occurrences: Optional[int] = None

    def __str__(self) -> str:
        """The line that the command prints, without the file's name."""
        place = f"+0x{self.offset:x}" + (f">+0x{self.inner.offset:x}" if self.inner else "")
        jump = f" jump: {self.jump}" if self.jump else ""
        return f"{place}: {self.severity}: {self.message} [{self.code}]{jump}"


@dataclass(frozen=True)
class Coverage(Record):
    """Which bytes the fields of the format account for."""

    claimed_bytes: int
    unclaimed: tuple[Range, ...]


@dataclass(frozen=True)
class Report(Record):
    """What was found in one file (`input`), or in several that were judged together (`set`), with the reports of its members."""

    verdict: Verdict
    summary: Summary
    findings: tuple[Finding, ...]
    facts: Mapping[str, Optional[Value]]
    limit: Optional[Limit] = None
    members: tuple[Report, ...] = ()
    input: Optional[Input] = None
    set: Optional[Set] = None
    coverage: Optional[Coverage] = None
    format: Optional[Recognition] = None
    tool: Optional[Tool] = None
    schema: Optional[str] = None

    _names = {"schema": "$schema"}

    def to_dict(self) -> dict[str, object]:
        document = super().to_dict()
        if self.input:
            document.setdefault("format", None)  # says that none was recognised
        return document

    @property
    def name(self) -> str:
        """Of the file or the set."""
        about = self.input or self.set
        return about.name if about else "-"

    def reports(self) -> Iterator[Report]:
        """This report and those of its members."""
        yield self
        yield from self.members

    def all_findings(self) -> Iterator[tuple[Report, Finding]]:
        """Those of the members too, each with the report that has it."""
        for report in self.reports():
            for finding in report.findings:
                yield report, finding

    def __str__(self) -> str:
        """A line for each finding, as the command prints them; empty if there is none."""
        return "\n".join(f"{report.name}:{finding}" for report, finding in self.all_findings())
