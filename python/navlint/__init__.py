"""navlint: is a game navigation file safe to ship?

    import navlint

    report = navlint.check("maps/de_dust2.nav")
    if report.verdict != "valid":
        print(report)

docs/python.md has recipes. Any number of calls may run at once, in threads: the library keeps nothing between them, and Python's
lock is free while it works. Bytes that are handed over must not be changed until the call is over.
"""

from ._check import check, check_set
from ._diff import Change, ChangedField, ChangedLink, Diff, DiffInput, DiffRecord, DiffValue, KindSummary, diff
from ._draw import Axes, Drawing, Drawn, Part, draw
from ._dump import Row, dump
from ._fix import Edit, Fix, Fixed, fix, fix_set
from ._inputs import Buffer, Files, Named, Path, Source
from ._library import version
from ._members import Member, members
from ._options import CheckOptions, DecodeOptions
from ._version import __version__
from .catalogue import Format, Recognised, Rule, RuleFix, Titled, explain, formats, layouts, recognise, rules, witness
from .errors import LibraryError, NavlintError, NotRecognised, OptionError, OutOfMemory, Unsupported
from .report import (Coverage, Expected, Finding, FixBytes, Impact, Input, Limit, Position, Range, Recognition, Related, Report,
                     Safety, Set, Severity, Subject, Summary, Tally, Tool, Value, Verdict)

__all__ = [
    "Axes", "Buffer", "Change", "ChangedField", "ChangedLink", "CheckOptions", "Coverage", "DecodeOptions", "Diff", "DiffInput",
    "DiffRecord", "DiffValue", "Drawing", "Drawn", "Edit", "Expected", "Files", "Finding", "Fix", "FixBytes", "Fixed", "Format",
    "Impact", "Input", "KindSummary", "LibraryError", "Limit", "Member", "Named", "NavlintError", "NotRecognised", "OptionError",
    "OutOfMemory", "Part", "Path", "Position", "Range", "Recognised", "Recognition", "Related", "Report", "Row", "Rule", "RuleFix",
    "Safety", "Set", "Severity", "Source", "Subject", "Summary", "Tally", "Titled", "Tool", "Unsupported", "Value", "Verdict",
    "__version__", "check", "check_set", "diff", "draw", "dump", "explain", "fix", "fix_set", "formats", "layouts", "members",
    "recognise", "rules", "version", "witness"]
