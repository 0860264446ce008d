"""Releases as they are made: sets in folders, masters in others, boxes in boxes. The service judges them as the command does."""

import bz2
import collections
import gzip
import json
import lzma
import pathlib
import random

import pytest
from conftest import run_command
from sets import files, make_tar, make_zip, post_form
from test_containers import gma
from wire import upload

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus"


def corpus(room, pattern):
    return [path.read_bytes() for path in sorted((CORPUS / room).glob(pattern))]


def made(code):
    return run_command("witness", code).stdout


AREAS = corpus("gta_nodes", "seed/*-small.dat")
TILES = corpus("mgs_nav2", "seed/*-smallest.nav2")
PACKS = corpus("fox_fpk", "seed/00-0-fpk-small*.fpk")
MESHES = corpus("source_nav", "seed/*smallest*")
MASTER, OTHER_MASTER, MOD = (made(code) for code in
                             ("SKYRIM_NVNM_DOOR_FLAG", "SKYRIM_FIELD_SIZE", "SKYRIM_MASTERS_ABSENT"))
CHOICES = [
    lambda rng: (f"NODES{rng.randrange(3)}.DAT", rng.choice(AREAS)),
    lambda rng: (f"tile{rng.randrange(9)}.nav2", rng.choice(TILES)),
    lambda rng: (f"pack{rng.randrange(9)}.fpk", rng.choice(PACKS)),
    lambda rng: (f"map{rng.randrange(9)}.nav", rng.choice(MESHES)),
    lambda rng: (f"mod{rng.randrange(9)}.esp", MOD),
    lambda rng: ("Skyrim.esm", rng.choice([MASTER, MASTER, OTHER_MASTER])),
    lambda rng: ("readme.txt", b"no mesh at all"),
]
PRESSES = {".gz": lambda data: gzip.compress(data, mtime=0), ".bz2": bz2.compress, ".xz": lzma.compress}
BOXES = [(".zip", make_zip), (".tar", make_tar), (".gma", gma),
         *((f".tar{suffix}", lambda *pairs, press=press: press(make_tar(*pairs))) for suffix, press in PRESSES.items())]
FOLDERS = ["", "", "a/", "b/", "a/b/", "/a/", "A/"]


def some_files(rng, depth):
    """Of each name one."""
    pairs = {}
    for _ in range(rng.randrange(2, 9)):
        name, data = rng.choice(CHOICES)(rng)
        pairs[rng.choice(FOLDERS) + name] = data
    for suffix in rng.sample(sorted(PRESSES), rng.randrange(3)):
        name, data = rng.choice(CHOICES)(rng)
        pairs[rng.choice(FOLDERS) + name + suffix] = PRESSES[suffix](data)
    for i in range(rng.randrange(3 if depth > 0 else 1)):
        suffix, content = some_box(rng, depth - 1)
        pairs[rng.choice(FOLDERS) + f"inner{i}{suffix}"] = content
    return pairs.items()


def some_box(rng, depth):
    suffix, make = rng.choice(BOXES)
    return suffix, make(*some_files(rng, depth))


def told(lines):
    """What is said of each file by its name, and what of the sets, in no order."""
    of_files, of_sets = {}, collections.Counter()
    for report in map(json.loads, lines.splitlines()):
        if "set" in report:
            of_sets.update(json.dumps(finding, sort_keys=True) for finding in report["findings"])
        else:
            of_files[report["input"]["name"]] = report
    return of_files, of_sets


def command_lines(name, content):
    return run_command("check", "--format", "ndjson", "--stdin-filename", name, "-", data=content).stdout.decode()


def told_by_command(name, content):
    """Under the names that the service gives: those in the archive, or of the container that was sent."""
    lines = command_lines(name, content)
    return told(lines if name.endswith(".gma") else lines.replace(f"{name}!", ""))


def lines_of(service, request):
    head, _, rest = request.partition(b"\r\n")
    answer = service.ask(head + b"\r\nAccept: application/x-ndjson\r\n" + rest)
    assert answer.status == 200, answer.body
    return answer.body.decode()


@pytest.mark.parametrize("seed", range(60))
def test_a_release_is_judged_as_by_the_command(service, seed):
    suffix, content = some_box(random.Random(seed), 2)
    assert told(lines_of(service, upload(content, f"/validate?name=up{suffix}"))) == told_by_command(f"up{suffix}", content)


def test_boxes_of_a_form_have_nothing_to_do_with_each_other(service):
    """Areas of the same number, tiles of the same name, and masters: each box has its own."""
    boxes = {f"{i}{suffix}": content for i, (suffix, content) in ((i, some_box(random.Random(i), 1)) for i in range(12))}
    boxes.update({"a.fpk": PACKS[0], "b.fpk": PACKS[0]})
    told_one_by_one = told("".join(command_lines(name, content) for name, content in boxes.items()))
    assert told(lines_of(service, post_form(files(*boxes.items())))) == told_one_by_one


def area(number):
    return f"NODES{number}.DAT"


def codes(service, body):
    of_files, of_sets = told(lines_of(service, body))
    return sorted(json.loads(finding)["code"] for finding in of_sets.elements()), of_files


@pytest.mark.parametrize("make", [make_zip, make_tar, gma])
def test_files_of_two_folders_are_no_set(service, make):
    together = [("a/" + area(0), AREAS[0]), ("a/" + area(9), AREAS[0])]
    apart = [("a/" + area(0), AREAS[0]), ("b/" + area(0), AREAS[0])]
    assert "NODES_SET_DUPLICATE" in codes(service, upload(make(*together)))[0]
    assert codes(service, upload(make(*apart)))[0] == []


def test_files_of_a_form_are_a_set_whatever_their_folders(service):
    apart = [("a/" + area(0), AREAS[0]), ("b/" + area(0), AREAS[0])]
    assert "NODES_SET_DUPLICATE" in codes(service, post_form(files(*apart)))[0]


def text(service, body):
    head, _, rest = body.partition(b"\r\n")
    return service.ask(head + b"\r\nAccept: text/plain\r\n" + rest).body


def test_text_says_where_it_is_in_the_file_that_was_sent(service, witness):
    """As the command's does; in a form of several files it could be any."""
    addon = gma(("maps/a.nav", witness))
    printed = run_command("check", "--stdin-filename", "up.gma", "-", data=addon).stdout
    assert b" in up.gma)" in printed
    assert text(service, upload(addon, "/validate?name=up.gma")) == printed
    assert b" in up.gma)" in text(service, post_form(files(("up.gma", addon))))
    assert b" in up.gma)" not in text(service, post_form(files(("up.gma", addon), ("b.gma", addon))))


@pytest.mark.parametrize("suffix", PRESSES)
def test_what_is_compressed_in_an_archive_counts(start, check_problem, suffix):
    """Its bytes, its levels, its entries and its damage, as those of the archive around it."""
    def ask(content, *flags):
        return start(*flags).ask(upload(make_zip((f"a{suffix}", content), ("a.nav", MESHES[0]))))
    press = PRESSES[suffix]
    tar = make_tar(*((f"{i}.nav", MESHES[0]) for i in range(9)))
    assert ask(press(tar)).status == 200
    check_problem(ask(press(tar)[:-9]), 400, "archive-damaged")
    check_problem(ask(press(tar), "--max-files", "10"), 413, "too-many-files")
    check_problem(ask(press(tar), "--max-unpacked-bytes", str(len(tar) + 99)), 413, "archive-too-large")
    check_problem(ask(press(tar + bytes(32 << 20))), 413, "archive-ratio")
    for _ in range(4):
        tar = make_tar((f"b{suffix}", press(tar)))
    assert check_problem(ask(press(tar)), 413, "archive-depth")["limit"] == 5


@pytest.mark.parametrize("suffix", PRESSES)
def test_a_single_file_that_is_compressed(service, check_problem, witness, suffix):
    """It is called what it is when it is unpacked, as in the command; what lies in it is judged, too."""
    press = PRESSES[suffix]
    addon = gma(("maps/a.nav", witness))
    for name, content in ((f"a.nav{suffix}", witness), (f"up.gma{suffix}", addon), ("", witness)):
        body = upload(press(content), f"/validate?name={name}" if name else "/validate")
        assert told(lines_of(service, body)) == told_by_command(name or "-", press(content))
    both = post_form(files((f"a.nav{suffix}", press(witness)), ("b.nav", witness)))
    assert sorted(told(lines_of(service, both))[0]) == [f"a.nav{suffix}!a.nav", "b.nav"]
    check_problem(service.ask(upload(press(witness)[:-9])), 400, "archive-damaged")
    check_problem(service.ask(upload(press(b"text"))), 400, "archive-damaged")
