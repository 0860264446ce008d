"""dump --format obj, read back by a reader of OBJ that knows nothing of navlint."""

import struct

import pytest

from conftest import assert_golden, mesh, run


class Obj:
    """Vertices, and per object the faces and lines with their corners from 0."""

    def __init__(self, text):
        self.vertices, self.objects, self.faces, self.lines = [], [], [], []
        for line in text.splitlines():
            word, *rest = line.split()
            getattr(self, "read_" + {"#": "comment"}.get(word, word))(rest)

    def read_comment(self, rest):
        assert not self.objects and not self.vertices

    def read_o(self, rest):
        self.objects.append(rest[0])

    def read_v(self, rest):
        self.vertices.append(tuple(map(float, rest)))
        assert len(self.vertices[-1]) == 3

    def corners(self, rest):
        corners = [int(number) - 1 for number in rest]
        assert all(0 <= corner < len(self.vertices) for corner in corners)
        return corners

    def read_f(self, rest):
        assert len(rest) >= 3
        self.faces.append(self.corners(rest))

    def read_l(self, rest):
        assert len(rest) == 2
        self.lines.append(self.corners(rest))


def drawn(content, *words):
    result = run("dump", "--format", "obj", *words, "-", stdin=content)
    assert (result.code, result.err) == (0, "")
    return result.text


def normal_z(vertices):
    """Twice the area seen from above: positive if the ring is counter-clockwise."""
    following = vertices[1:] + vertices[:1]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(vertices, following))


def test_golden():
    assert_golden("dump-obj.txt", drawn(mesh()))


def test_areas_are_faces_that_look_up():
    obj = Obj(drawn(mesh(areas=3)))
    assert obj.objects == ["areas"]
    assert (len(obj.vertices), len(obj.faces)) == (12, 3)
    for face in obj.faces:
        assert normal_z([obj.vertices[corner] for corner in face]) > 0


def test_damaged_file_is_drawn_up_to_the_damage():
    whole, cut = drawn(mesh(areas=3)), drawn(mesh(areas=3)[:-7])
    assert whole.startswith(cut)
    assert 0 < len(Obj(cut).faces) < 3


def test_numbers_of_the_file_that_are_no_numbers_are_drawn_as_zero():
    content = bytearray(mesh(areas=1))
    first_corner = drawn(content).splitlines()[2]
    at = content.index(struct.pack("<f", float(first_corner.split()[3])))
    content[at:at + 4] = struct.pack("<f", float("nan"))
    assert all(value == value for vertex in Obj(drawn(content)).vertices for value in vertex)


def test_unknown_bytes():
    result = run("dump", "--format", "obj", "-", stdin=b"no mesh")
    assert result.code == 3 and "--input-format" in result.err and result.out == b""


@pytest.mark.parametrize("code", ["NODES_NODE_ID", "NODES_NODE_DIST"])
def test_path_nodes_are_points_and_lines(code):
    content = run("witness", code).out
    obj = Obj(drawn(content))
    assert obj.vertices and not obj.faces
