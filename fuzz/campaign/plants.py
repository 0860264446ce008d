"""Planted bugs: the list of them, and the copies of the product's sources that have them.

fuzz/planted/*.plants hold them. Each is a block of lines:

    plant 7: the product wraps
    class: counts                       one of CLASSES
    target: source_nav                  what fuzzes it: a subject, or "differential FORMAT"
    what: one sentence on what is wrong
    file: core/checked.h
     context that must stand in the file
    -text that must stand in the file
    +text that the copy has instead

Lines of text begin with a blank, - or +, as in a diff, but have no line numbers: the old text must occur
exactly once. A block may have several `file:` parts. In the new text, PLANT(7, right, wrong) of
fuzz/planted/plant.h chooses. All plants are in one copy, each numbered; one at a time is active.

`python3 -m campaign.plants ROOT FOLDER` writes the copies of the files that change; beside `file:`,
`also:` names sources that are copied unchanged because they include a planted header.
"""

import dataclasses
import pathlib
import re
import sys

MOST = 200  # PLANT_MOST of plant.h
CLASSES = ("framing", "counts", "index", "nested", "strings", "memory", "budget", "semantic", "magic")


@dataclasses.dataclass
class Edit:
    file: str
    old: str
    new: str


@dataclasses.dataclass
class Plant:
    number: int
    title: str
    kind: str = ""
    target: str = ""
    what: str = ""
    edits: list = dataclasses.field(default_factory=list)
    also: list = dataclasses.field(default_factory=list)


class BadPlant(ValueError):
    pass


def _add_line(plant, line):
    """One line of a block after its first."""
    if line[0] in " -+":
        edit = plant.edits[-1]
        edit.old += line[1:] + "\n" if line[0] != "+" else ""
        edit.new += line[1:] + "\n" if line[0] != "-" else ""
        return
    key, _, value = line.partition(": ")
    if key == "file":
        plant.edits.append(Edit(value, "", ""))
    elif key == "also":
        plant.also.append(value)
    elif key == "class":
        plant.kind = value
    elif key in ("target", "what"):
        setattr(plant, key, value)
    else:
        raise BadPlant(f"plant {plant.number}: what is {line!r}?")


def parse(text):
    plants = []
    for line in text.splitlines():
        head = re.match(r"plant (\d+): (.+)$", line)
        if head:
            plants.append(Plant(int(head[1]), head[2]))
        elif line and not line.startswith("#"):
            _add_line(plants[-1], line)
    return plants


def read(root):
    """All plants, by number."""
    found = [plant for path in sorted((pathlib.Path(root) / "fuzz" / "planted").glob("*.plants"))
             for plant in parse(path.read_text())]
    return sorted(found, key=lambda plant: plant.number)


def apply_edit(text, plant, edit):
    """The text with the edit; refuses where the old text is not there exactly once."""
    times = text.count(edit.old) if edit.old else 0
    if times != 1:
        raise BadPlant(f"plant {plant.number}: its old text is {times} times in {edit.file}")
    return text.replace(edit.old, edit.new)


def planted_texts(root, plants):
    """{path: text} of the copies."""
    texts = {}
    for plant in plants:
        for path in plant.also:
            texts.setdefault(path, (pathlib.Path(root) / path).read_text())
        for edit in plant.edits:
            text = texts.setdefault(edit.file, (pathlib.Path(root) / edit.file).read_text())
            texts[edit.file] = apply_edit(text, plant, edit)
    return texts


def write(root, folder):
    """Writes what changed only, so that nothing else is compiled again; a copy that nobody wants any more would hide
    its original."""
    texts = planted_texts(root, read(root))
    for old in [each for each in pathlib.Path(folder).rglob("*") if each.is_file()]:
        if str(old.relative_to(folder)) not in texts:
            old.unlink()
    for path, text in texts.items():
        copy = pathlib.Path(folder) / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_text() != text:
            copy.write_text(text)


def chosen(plants, words):
    """Of a list like 1,4-7; all if there is none."""
    if not words:
        return plants
    wanted = set()
    for word in words.split(","):
        first, _, last = word.partition("-")
        wanted.update(range(int(first), int(last or first) + 1))
    return [plant for plant in plants if plant.number in wanted]


if __name__ == "__main__":
    write(*sys.argv[1:3])
