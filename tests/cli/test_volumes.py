"""Packages in several files that lie in archives and containers: the verbs on their members say what they say of loose files."""

import json
import struct
import subprocess
import time
import zipfile

import pytest

from conftest import DEADLINE_S, ERROR, WARNING, environment, is_sanitized, mesh, peak_bytes, program, run, sparse, tar_of, zip_of
from containers import crc32, gma_of, pakfile_of, vpk_of, vpk_row
from test_archives import packed, seven_zip_of
from test_containers import HOLDERS, checked, has, limit_of, listed
from test_members_fix import NAV, fixed, refused, witness

# Some archives have a name twice on purpose.
pytestmark = [has("valve-vpk"), pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")]

MEMBERS = [("maps/a.nav", mesh(ERROR)), ("maps/b.nav", mesh(areas=40)), ("maps/c.nav", mesh(WARNING)), ("x.txt", b"text"),
           ("empty.txt", b"")]
VOLUMES = {"maps/a.nav": 0, "maps/b.nav": 3, "x.txt": 3, "empty.txt": 7}
DIRECTORY = "d/p_dir.vpk"


def package(members=MEMBERS, volumes=VOLUMES, preload=0):
    """The files of a package in the order of their names."""
    whole, files = vpk_of(members, volumes=volumes, preload=preload)
    return [*((f"d/p_{number:03}.vpk", bytes(files[number])) for number in sorted(files)), (DIRECTORY, whole)]


def write_loose(folder, files):
    for name, content in files:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)


def without(files, number):
    return [(name, content) for name, content in files if name != f"d/p_{number:03}.vpk"]


def with_content(files, number, content):
    return [(name, content if name == f"d/p_{number:03}.vpk" else old) for name, old in files]


def extract(name, *words, **more):
    return run("extract", name, "-o", "-", *words, **more)


def problems_of(name, *words, **more):
    """Of the members that a list cannot read."""
    return {member["name"]: member["problem"] for member in listed(*words, name, **more)["members"] if "problem" in member}


@pytest.fixture(params=HOLDERS)
def holder(request):
    return request.param


# ---- as loose files ----


@pytest.mark.parametrize("preload", [0, 5])
@pytest.mark.parametrize("is_reversed", [False, True])
def test_lists_are_those_of_loose_files(tmp_path, holder, is_reversed, preload):
    files = package(preload=preload)
    write_loose(tmp_path, files)
    (tmp_path / f"x.{holder}").write_bytes(HOLDERS[holder](files[::-1] if is_reversed else files))
    loose, inside = listed(DIRECTORY, cwd=tmp_path), listed(f"x.{holder}!{DIRECTORY}", cwd=tmp_path)
    assert inside["members"] == loose["members"] and inside["whole"]
    assert [(member["name"], member["size"]) for member in inside["members"]] == [(name, len(content)) for name, content in MEMBERS]
    assert [member["format"] for member in inside["members"]] == ["source-nav"] * 3 + [None] * 2
    assert run("list", f"x.{holder}!{DIRECTORY}", cwd=tmp_path).text == run("list", DIRECTORY, cwd=tmp_path).text


def test_files_of_packages_are_listed_as_nothing_that_is_judged(tmp_path, holder):
    """Two of them begin with a mesh."""
    files = package()
    assert [content[:4] for _, content in files].count(b"\xce\xfa\xed\xfe") == 2
    (tmp_path / f"x.{holder}").write_bytes(HOLDERS[holder](files))
    rows = {member["name"]: member for member in listed(f"x.{holder}", cwd=tmp_path)["members"]}
    assert {name: rows[name]["format"] for name, _ in files} == {name: "valve-vpk" if name == DIRECTORY else None for name, _ in files}


@pytest.mark.parametrize("preload", [0, 5])
def test_extracted_bytes(tmp_path, holder, preload):
    files = package(preload=preload)
    (tmp_path / f"x.{holder}").write_bytes(HOLDERS[holder](files))
    for name, content in MEMBERS:
        result = extract(f"x.{holder}!{DIRECTORY}!{name}", cwd=tmp_path)
        assert (result.code, result.out, result.err) == (0, content, "")
    for name, content in files:
        assert extract(f"x.{holder}!{name}", cwd=tmp_path).out == content


@pytest.mark.parametrize("kind", ["zip", "tar", "7z", "gma"])
def test_the_other_verbs(tmp_path, kind):
    files = package()
    write_loose(tmp_path, [*files, ("d/a.nav", mesh(ERROR))])
    (tmp_path / f"x.{kind}").write_bytes(HOLDERS[kind](files))
    inside, loose = f"x.{kind}!{DIRECTORY}", DIRECTORY
    for verb in (["dump"], ["dump", "--format", "tree"], ["draw", "--no-findings"]):
        for name in ("a", "b", "c"):
            expected = run(*verb, f"{loose}!maps/{name}.nav", cwd=tmp_path)
            result = run(*verb, f"{inside}!maps/{name}.nav", cwd=tmp_path)
            assert result.code == expected.code == 0 and result.out
            assert result.text.replace(inside, loose) == expected.text
    assert run("diff", f"{inside}!maps/a.nav", "d/a.nav", cwd=tmp_path).code == 0
    assert run("diff", f"{inside}!maps/a.nav", f"{loose}!maps/a.nav", cwd=tmp_path).code == 0
    assert run("diff", f"{inside}!maps/b.nav", "d/a.nav", cwd=tmp_path).code == 1


@pytest.mark.parametrize("names,is_found", [
    (("d/p_dir.vpk", "D/P_000.VPK"), True), (("d/P_DIR.VPK", "d/p_000.vpk"), True), (("d/p_dir.vpk", "p_000.vpk"), False),
    (("d/p_dir.vpk", "d/e/p_000.vpk"), False), (("d/p_dir.vpk", "d/q_000.vpk"), False), (("d/p_dir.vpk", "d/p_00.vpk"), False),
    (("d/p_dir.vpk", "d/p_0000.vpk"), False), (("d/p_dir.vpk", "d/p_000.vpk.bak"), False), (("d/p.vpk", "d/p_000.vpk"), False)])
@pytest.mark.parametrize("kind", ["zip", "gma"])
def test_names_are_those_of_check(tmp_path, kind, names, is_found):
    whole, files = vpk_of(MEMBERS[:1], volumes={"maps/a.nav": 0})
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind]([(names[0], whole), (names[1], files[0])]))
    name = f"x.{kind}!{names[0]}!maps/a.nav"
    result = extract(name, cwd=tmp_path)
    assert (result.code, result.out) == ((0, mesh(ERROR)) if is_found else (3, b""))
    assert (name in checked(path)[0]) == is_found


def test_an_archive_from_standard_input(tmp_path):
    """Which is gone through twice, also if it comes from a pipe."""
    for kind in ("zip", "tar", "7z"):
        content = packed(package(), kind)
        (tmp_path / "x.bin").write_bytes(content)
        words = ["extract", "-o", "-", "--", f"-!{DIRECTORY}!maps/b.nav"]
        with open(tmp_path / "x.bin", "rb") as file:
            redirected = subprocess.run([program(), *words], stdin=file, env=environment(), capture_output=True,
                                        timeout=DEADLINE_S, check=False)
        assert run(*words, stdin=content).out == redirected.stdout == mesh(areas=40), kind
        assert run("list", "--", f"-!{DIRECTORY}", stdin=content).text == run("list", f"x.bin!{DIRECTORY}", cwd=tmp_path).text


# ---- in each other ----

NESTS = {"zip-zip": (zip_of, zip_of), "zip-tar": (zip_of, tar_of), "zip-7z": (zip_of, seven_zip_of), "7z-zip": (seven_zip_of, zip_of),
         "zip-gma": (zip_of, gma_of), "gma-zip": (gma_of, zip_of), "tar-vpk": (tar_of, vpk_of), "gma-gma": (gma_of, gma_of)}


@pytest.mark.parametrize("nest", NESTS)
def test_nested(tmp_path, nest):
    """A package of the same name that lies further out has other bytes."""
    outer, inner = NESTS[nest]
    decoys = with_content(package(), 0, bytes(1000))
    path = tmp_path / "x.bin"
    path.write_bytes(outer([*decoys, ("in/y.bin", inner(package())), ("z.txt", b"text")]))
    write_loose(tmp_path, package())
    name = f"x.bin!in/y.bin!{DIRECTORY}"
    assert listed(name, cwd=tmp_path)["members"] == listed(DIRECTORY, cwd=tmp_path)["members"]
    for member, content in MEMBERS:
        assert extract(f"{name}!{member}", cwd=tmp_path).out == content
    assert f"{name}!maps/a.nav" in checked(path)[0]


@pytest.mark.parametrize("kind", ["zip", "tar", "7z", "gma"])
def test_a_package_in_a_package(tmp_path, kind):
    """The files of the inner one are in different files of the outer one."""
    inner, files = vpk_of(MEMBERS[:2], volumes={"maps/a.nav": 0, "maps/b.nav": 1})
    members = [("x.txt", b"text"), ("q_dir.vpk", inner), ("q_000.vpk", files[0]), ("q_001.vpk", files[1]), ("a.gma", gma_of(MEMBERS[2:3]))]
    outer = package(members, {"x.txt": 0, "q_dir.vpk": 0, "q_000.vpk": 1, "q_001.vpk": 2, "a.gma": 2})
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind](outer))
    name = f"x.{kind}!{DIRECTORY}"
    for member, content in MEMBERS[:2]:
        assert extract(f"{name}!q_dir.vpk!{member}", cwd=tmp_path).out == content
    assert extract(f"{name}!a.gma!maps/c.nav", cwd=tmp_path).out == mesh(WARNING)
    assert [member["format"] for member in listed(f"{name}!q_dir.vpk", cwd=tmp_path)["members"]] == ["source-nav"] * 2
    assert [member["format"] for member in listed(name, cwd=tmp_path)["members"]] == [
        None, "valve-vpk", None, None, "gmod-gma"]
    assert not problems_of(name, cwd=tmp_path)
    reports, result = checked(path)
    assert result.err == "" and reports[f"{name}!q_dir.vpk!maps/a.nav"]["verdict"] == "invalid"


@pytest.mark.parametrize("depth,is_entered", [(5, True), (6, False)])
def test_five_levels(tmp_path, depth, is_entered):
    files, name = package(), DIRECTORY
    for _ in range(depth - 2):
        files, name = [("y.zip", zip_of(files))], f"y.zip!{name}"
    (tmp_path / "x.zip").write_bytes(zip_of(files))
    result = extract(f"x.zip!{name}!maps/a.nav", cwd=tmp_path)
    assert (result.code, result.out) == ((0, mesh(ERROR)) if is_entered else (3, b""))
    assert ("[limit:archiveDepth]" in result.err) != is_entered
    assert run("list", f"x.zip!{name}", cwd=tmp_path).code == result.code


# ---- what is missing or damaged ----


def same_problem(folder, files, kind, problem):
    """A member says of a file that is not as it should be what it says of loose ones, and check does, too."""
    write_loose(folder, files)
    path = folder / f"x.{kind}"
    path.write_bytes(HOLDERS[kind](files))
    inside, loose = f"x.{kind}!{DIRECTORY}", DIRECTORY
    for verb in (["extract", "-o", "-"], ["dump"], ["draw"], ["fix", "-i"]):
        expected, result = (run(*verb, f"{name}!maps/b.nav", cwd=folder) for name in (loose, inside))
        assert (result.code, result.out) == (expected.code, expected.out) == (3, b"")
        assert result.err.replace(inside, loose) == expected.err and problem in result.err
    assert problem in run("diff", f"{inside}!maps/a.nav", f"{inside}!maps/b.nav", cwd=folder).err
    assert problems_of(inside, cwd=folder) == problems_of(loose, cwd=folder)
    assert problems_of(inside, cwd=folder)["maps/b.nav"] == problem
    assert f"{inside}!maps/b.nav: {problem}\n" in checked(path)[1].err
    assert extract(f"{inside}!maps/a.nav", cwd=folder).out == mesh(ERROR)


@pytest.mark.parametrize("kind", ["zip", "tar", "7z", "gma"])
def test_a_file_that_is_missing(tmp_path, kind):
    same_problem(tmp_path, without(package(), 3), kind, "its archive p_003.vpk is not here")


def test_a_missing_file_is_named_without_its_archive(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("p_dir.vpk", package()[-1][1])]))
    said = "navlint: cannot read x.zip!p_dir.vpk!maps/a.nav: its archive p_000.vpk is not here\n"
    assert extract("x.zip!p_dir.vpk!maps/a.nav", cwd=tmp_path).err == said
    assert said in checked(path)[1].err


@pytest.mark.parametrize("kind", ["zip", "tar", "7z", "gma"])
@pytest.mark.parametrize("length", [0, 1, 500])
def test_a_file_that_is_too_short(tmp_path, kind, length):
    files = with_content(package(), 3, mesh(areas=40)[:length])
    same_problem(tmp_path, files, kind, "its archive p_003.vpk ends before it")


@pytest.mark.parametrize("kind", ["zip", "tar", "7z", "gma"])
@pytest.mark.parametrize("second", ["d/p_003.vpk", "D/P_003.vpk"])
def test_a_file_that_is_there_twice(tmp_path, kind, second):
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind]([*package(), (second, bytes(2000)), (second, bytes(3000))]))
    name, problem = f"x.{kind}!{DIRECTORY}", "its archive p_003.vpk is here more than once"
    result = extract(f"{name}!maps/b.nav", cwd=tmp_path)
    assert (result.code, result.out, result.err) == (3, b"", f"navlint: cannot read {name}!maps/b.nav: {problem}\n")
    assert problems_of(name, cwd=tmp_path)["maps/b.nav"] == problem
    assert f"{name}!maps/b.nav: {problem}\n" in checked(path)[1].err
    assert extract(f"{name}!maps/a.nav", cwd=tmp_path).out == mesh(ERROR)


def test_a_file_whose_sum_is_wrong(tmp_path):
    files = package()
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of(files, zipfile.ZIP_STORED).replace(mesh(ERROR), mesh(ERROR)[:-1] + b"\xff", 1))
    name = f"x.zip!{DIRECTORY}"
    result = extract(f"{name}!maps/a.nav", cwd=tmp_path)
    assert result.code == 3 and "its archive p_000.vpk cannot be read: ZIP bad CRC" in result.err
    assert "cannot be read: ZIP bad CRC" in problems_of(name, cwd=tmp_path)["maps/a.nav"]
    for number in ("b", "c"):
        assert extract(f"{name}!maps/{number}.nav", cwd=tmp_path).out == dict(MEMBERS)[f"maps/{number}.nav"]


def test_a_cut_archive_may_have_had_the_file(tmp_path):
    files = package()[::-1]
    whole = tar_of(files)
    (tmp_path / "x.tar").write_bytes(whole[:whole.index(b"d/p_000.vpk") + 100])
    result = extract(f"x.tar!{DIRECTORY}!maps/a.nav", cwd=tmp_path)
    assert result.code == 3 and "its archive p_000.vpk is not here: " in result.err and "runcated" in result.err


@pytest.mark.parametrize("kind", ["zip", "tar", "7z", "gma"])
def test_archives_cut_anywhere(tmp_path, kind):
    """Either the bytes, or a reason."""
    whole = HOLDERS[kind](package([*MEMBERS[:1], ("maps/b.nav", mesh())], {"maps/a.nav": 0, "maps/b.nav": 3})[::-1])
    for length in sparse(range(0, len(whole), max(1, len(whole) // 60))):
        (tmp_path / "x.bin").write_bytes(whole[:length])
        result = extract(f"x.bin!{DIRECTORY}!maps/a.nav", cwd=tmp_path)
        assert (result.code, result.out) in ((0, mesh(ERROR)), (3, b"")) and (result.code == 0) == (result.err == ""), length
        assert run("list", f"x.bin!{DIRECTORY}", cwd=tmp_path).code in (0, 3), length


# ---- limits ----


def test_only_the_file_that_is_needed_is_unpacked(tmp_path):
    """A list needs them all."""
    files = package([*MEMBERS[:1], ("maps/b.nav", mesh()), ("z.bin", bytes(1 << 20))], {"maps/a.nav": 0, "maps/b.nav": 3, "z.bin": 5})
    (tmp_path / "x.zip").write_bytes(zip_of(files))
    little = ["--max-archive-bytes", "100K"]
    for name, content in (("a", mesh(ERROR)), ("b", mesh())):
        assert extract(f"x.zip!{DIRECTORY}!maps/{name}.nav", *little, cwd=tmp_path).out == content
    for result in (extract(f"x.zip!{DIRECTORY}!z.bin", *little, cwd=tmp_path), run("list", f"x.zip!{DIRECTORY}", *little, cwd=tmp_path)):
        assert (result.code, limit_of(result)) == (3, ["archiveBytes"])


@pytest.mark.parametrize("kind", ["zip", "tar", "7z"])
def test_a_file_larger_than_members_may_be(tmp_path, kind):
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind](package([*MEMBERS[:1], ("z.bin", bytes(5000))], {"maps/a.nav": 0, "z.bin": 0})))
    name, problem = f"x.{kind}!{DIRECTORY}", "its archive p_000.vpk is larger than --max-bytes allows"
    result = extract(f"{name}!maps/a.nav", "--max-bytes", "4K", cwd=tmp_path)
    assert (result.code, result.out) == (3, b"") and problem in result.err
    assert problems_of(name, "--max-bytes", "4K", cwd=tmp_path) == {"maps/a.nav": problem, "z.bin": problem}
    assert f"{problem}\n" in checked(path, "--max-bytes", "4K")[1].err


def test_a_file_that_unpacks_to_much_more(tmp_path):
    tree = b"nav\0maps\0a\0" + vpk_row(90 << 20, 0, number=0) + b"\0\0\0"
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("p_dir.vpk", struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree)
        archive.writestr("p_000.vpk", bytes(100 << 20))
    for words in (["extract", "x.zip!p_dir.vpk!maps/a.nav", "-o", "-"], ["list", "x.zip!p_dir.vpk"]):
        peak, result = peak_bytes(program(), *words, cwd=tmp_path)
        assert result.code == 3 and "[limit:archiveRatio]" in result.err
        assert is_sanitized() or peak < 250 << 20


@pytest.mark.parametrize("kind", ["gma", "zip"])
def test_members_that_claim_the_same_bytes(tmp_path, kind):
    content = mesh(areas=1200)
    row = vpk_row(len(content), crc32(content), number=0)
    tree = b"nav\0maps\0" + b"".join(b"%05x\0" % number + row for number in range(20_000)) + b"\0\0\0"
    directory = struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree
    (tmp_path / f"x.{kind}").write_bytes(HOLDERS[kind]([("p_000.vpk", content), ("p_dir.vpk", directory)]))
    peak, result = peak_bytes(program(), "list", "--max-archive-bytes", "60M", f"x.{kind}!p_dir.vpk", cwd=tmp_path)
    assert (result.code, limit_of(result)) == (3, ["archiveBytes"])
    assert is_sanitized() or peak < 100 << 20
    assert extract(f"x.{kind}!p_dir.vpk!maps/00abc.nav", cwd=tmp_path).out == content


def directory_of_thousands():
    """Of thousands of members, each in another file than the one before."""
    rows = b"".join(b"%05x\0" % number + vpk_row(4, crc32(b"%04d" % (number % 1000)), number=number % 1000) for number in range(20_000))
    tree = b"nav\0maps\0" + rows + b"\0\0\0"
    return struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree


@pytest.mark.parametrize("kind", ["zip", "gma"])
def test_thousands_of_files(tmp_path, kind):
    """With long names that differ at their end; the game opens 512."""
    base = "n" * (3000 if kind == "zip" else 200)
    files = [(f"{base}_{number:03}.vpk", b"%04d" % number) for number in range(1000)]
    (tmp_path / f"x.{kind}").write_bytes(HOLDERS[kind]([*files, (f"{base}_dir.vpk", directory_of_thousands())]))
    name = f"x.{kind}!{base}_dir.vpk"
    start = time.monotonic()
    document = json.loads(run("list", "--format", "json", name, cwd=tmp_path).text)
    assert extract(f"{name}!maps/003e7.nav", cwd=tmp_path).out == b"0999"
    assert time.monotonic() - start < (60 if is_sanitized() else 10)
    problems = [member["problem"] for member in document["members"] if "problem" in member]
    assert len(problems) == 20 * (1000 - 512) and all(problem.endswith("is not here") or len(base) > 200 for problem in problems)


def test_a_file_that_is_there_a_thousand_times(tmp_path):
    whole = zip_of([(DIRECTORY, package()[-1][1]), *([("d/p_000.vpk", bytes(1 << 16))] * 1000)])
    (tmp_path / "x.zip").write_bytes(whole)
    for words in (["extract", f"x.zip!{DIRECTORY}!maps/a.nav", "-o", "-"], ["list", f"x.zip!{DIRECTORY}"]):
        peak, result = peak_bytes(program(), *words, cwd=tmp_path)
        assert "is here more than once" in result.err or b"unreadable     maps/a.nav" in result.out
        assert is_sanitized() or peak < 60 << 20


@pytest.mark.parametrize("kind", ["zip", "gma"])
def test_entries_that_are_gone_through_again_count_once(tmp_path, kind):
    write = pakfile_of if kind == "zip" else gma_of
    junk = [(f"{number:05}", b"") for number in range(66_000)]
    (tmp_path / f"x.{kind}").write_bytes(write([*junk[:34_000], *package()]))
    assert extract(f"x.{kind}!{DIRECTORY}!maps/a.nav", cwd=tmp_path).out == mesh(ERROR)
    assert run("list", f"x.{kind}!{DIRECTORY}", cwd=tmp_path).code == 0
    (tmp_path / f"y.{kind}").write_bytes(write([*package(), *junk]))
    result = extract(f"y.{kind}!{DIRECTORY}!maps/a.nav", cwd=tmp_path)
    assert (result.code, limit_of(result)) == (3, ["archiveEntries"])


# ---- fix ----


def test_fix_beside_other_files(tmp_path):
    """A member of the directory's own file is fixed, one of another file is not."""
    broken = witness(NAV)
    members = [("maps/a.nav", broken), ("maps/b.nav", broken)]
    whole = [members[0], ("maps/b.nav", fixed(broken))]
    path = tmp_path / "x.zip"
    path.write_bytes(pakfile_of(package(members, {"maps/a.nav": 0})))
    level = f"x.zip!{DIRECTORY}!maps/a.nav"
    refused(tmp_path, level, "its bytes are in another file of the package", level=level)
    assert run("fix", "-i", f"x.zip!{DIRECTORY}!maps/b.nav", cwd=tmp_path).code == 0
    assert extract(f"x.zip!{DIRECTORY}!maps/b.nav", cwd=tmp_path).out == fixed(broken)
    assert path.read_bytes() == pakfile_of(package(whole, {"maps/a.nav": 0}))


@pytest.mark.parametrize("kind", ["tar", "7z"])
def test_fix_in_archives_that_are_not_changed(tmp_path, kind):
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind](package([("maps/a.nav", witness(NAV))], {"maps/a.nav": 0})))
    refused(tmp_path, f"x.{kind}!{DIRECTORY}!maps/a.nav", "its bytes are in another file of the package")


# ---- files that look like packages themselves ----


def package_in_volume():
    """One whose first file is a package: so d/p_000.vpk begins like one."""
    inner = vpk_of([("maps/i.nav", mesh(ERROR)), ("large.txt", bytes(4000))])
    return package([("inner.vpk", inner), *MEMBERS], {**VOLUMES, "inner.vpk": 0})


def names_below(reports, folder):
    """Without what the files lie in."""
    return sorted(name.partition(folder)[2] for name in reports)


@pytest.mark.parametrize("is_reversed", [False, True])
def test_a_file_that_begins_with_a_package(tmp_path, holder, is_reversed):
    files = package_in_volume()
    assert dict(files)["d/p_000.vpk"].startswith(struct.pack("<I", 0x55aa1234))
    write_loose(tmp_path, files)
    path = tmp_path / f"x.{holder}"
    path.write_bytes(HOLDERS[holder](files[::-1] if is_reversed else files))
    loose, result = checked(tmp_path / "d")
    assert result.code == 1
    assert names_below(loose, "d/p_dir.vpk") == ["", "!inner.vpk", "!inner.vpk!maps/i.nav", "!maps/a.nav", "!maps/b.nav", "!maps/c.nav"]
    inside, result = checked(path)
    assert result.code == 1 and names_below((name for name in inside if "d/" in name), "d/p_dir.vpk") == names_below(loose, "d/p_dir.vpk")
    for name, report in loose.items():
        assert codes_of(report) == codes_of(inside[f"x.{holder}!{name}"])


def codes_of(report):
    return [finding["code"] for finding in report["findings"]]


@pytest.mark.parametrize("kind", ["zip", "7z", "gma"])
def test_packages_called_like_files_of_others(tmp_path, kind):
    """They are judged unless that package is there, and as if they were alone."""
    alone = vpk_of([("maps/o.nav", mesh(ERROR))])
    files = [("d/q_001.vpk", alone), ("e/p_001.vpk", alone), ("d/p_0001.vpk", alone), *package_in_volume(), ("d/P_009.VPK", alone)]
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind](files))
    reports, result = checked(path)
    assert result.code == 1
    for name in ("d/q_001.vpk", "e/p_001.vpk", "d/p_0001.vpk"):
        assert f"x.{kind}!{name}" in reports and reports[f"x.{kind}!{name}!maps/o.nav"]["verdict"] == "invalid"
    assert not [name for name in reports if "p_000." in name or "P_009" in name]
    on_disk, _ = checked(write_and_name(tmp_path, "q_001.vpk", alone))
    theirs, mine = on_disk["q_001.vpk!maps/o.nav"]["findings"][0], reports[f"x.{kind}!d/q_001.vpk!maps/o.nav"]["findings"][0]
    assert (theirs["code"], theirs["offset"]) == (mine["code"], mine["offset"])


def write_and_name(folder, name, content):
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_a_package_that_is_there_twice_under_such_a_name(tmp_path, kind):
    """With the package that it would belong to, nobody knows which is meant; alone, each is judged."""
    alone = [vpk_of([(f"maps/{name}.nav", mesh(ERROR))]) for name in "op"]
    twice = [("d/p_000.vpk", content) for content in alone]
    path = tmp_path / f"x.{kind}"
    path.write_bytes(HOLDERS[kind](twice))
    reports, _ = checked(path)
    assert all(f"x.{kind}!d/p_000.vpk!maps/{name}.nav" in reports for name in "op")
    path.write_bytes(HOLDERS[kind]([*twice, *without(package_in_volume(), 0)]))
    reports, result = checked(path)
    assert result.code == 3 and "p_000.vpk is here more than once" in result.err
    assert f"x.{kind}!{DIRECTORY}!maps/b.nav" in reports and not [name for name in reports if "p_000" in name or "a.nav" in name]


def test_many_packages_called_so(tmp_path):
    """More than a package has files: none is lost, and it takes no time that grows with their square."""
    count = 100 if is_sanitized() else 3000
    alone = vpk_of([("maps/o.nav", mesh())])
    directory = vpk_of([("x.txt", b"x")])
    files = [(f"{number}_001.vpk", alone) for number in range(count)] + [(f"{number}_dir.vpk", directory) for number in range(0, count, 2)]
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of(files))
    start = time.monotonic()
    reports, result = checked(path)
    assert result.code == 0 and time.monotonic() - start < DEADLINE_S / 2
    assert sum(name.endswith("!maps/o.nav") for name in reports) == count // 2
    assert f"x.zip!{count - 1}_001.vpk!maps/o.nav" in reports


def test_one_larger_than_members_may_be(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of(package_in_volume()))
    length = len(dict(package_in_volume())["d/p_000.vpk"])
    reports, result = checked(path, "--max-bytes", str(length - 1))
    assert result.code == 3 and "p_000.vpk is larger than --max-bytes allows" in result.err
    assert not [name for name in reports if "p_000" in name or "a.nav" in name]
    reports, result = checked(path, "--max-bytes", str(length))
    assert "larger" not in result.err and f"x.zip!{DIRECTORY}!maps/a.nav" in reports
