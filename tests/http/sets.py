"""Forms and archives, sound ones and others, byte by byte."""

import io
import lzma
import struct
import tarfile
import zipfile
import zlib

from wire import upload

BOUNDARY = "----simple.Boundary"
TAR = "Content-Type: application/x-tar"
ZIP = "Content-Type: application/zip"


def part(name, data, headers=(), field="file"):
    """One part behind its boundary. name: str or bytes, without escapes."""
    name = name if isinstance(name, bytes) else name.encode()
    lines = [b'Content-Disposition: form-data; name="%s"; filename="%s"' % (field.encode(), name),
             b"Content-Type: application/octet-stream", *(h.encode() for h in headers)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + data


def field(name, value, headers=()):
    """A part that is no file."""
    value = value if isinstance(value, bytes) else value.encode()
    lines = [b'Content-Disposition: form-data; name="%s"' % name.encode(), *(h.encode() for h in headers)]
    return b"\r\n".join(lines) + b"\r\n\r\n" + value


def form(*parts, boundary=BOUNDARY):
    mark = b"--" + boundary.encode()
    return b"".join(mark + b"\r\n" + one + b"\r\n" for one in parts) + mark + b"--\r\n"


def files(*pairs):
    return form(*(part(name, data) for name, data in pairs))


def post_form(body, target="/validate", boundary=BOUNDARY):
    return upload(body, target, [f"Content-Type: multipart/form-data; boundary={boundary}"])


def make_tar(*pairs, kind=tarfile.GNU_FORMAT):
    """Names that are not UTF-8 come as surrogates."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=kind) as archive:
        for name, data in pairs:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def make_zip(*pairs, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in pairs:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


def number_of_7zip(value):
    """As many bytes follow the first as it has leading ones; 7zFormat.txt."""
    for more in range(8):
        if value < 1 << 7 * (more + 1):
            return bytes([(0xFF00 >> more & 0xFF) | value >> 8 * more]) + (value & (1 << 8 * more) - 1).to_bytes(more, "little")
    return b"\xff" + value.to_bytes(8, "little")


def pack_7zip(data, kind):
    """The packed bytes, and the folder that says how."""
    if kind is None:
        return data, b"\x01\x01\x00"
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=[{"id": kind, "dict_size": 1 << 20}])
    if kind == lzma.FILTER_LZMA1:
        return packed, b"\x01\x23\x03\x01\x01\x05\x5d" + struct.pack("<I", 1 << 20)
    return packed, b"\x01\x21\x21\x01\x10"


def streams_of_7zip(at, packed, folder, size):
    """Where the packed bytes of one folder are, and what comes out."""
    return (b"\x06" + number_of_7zip(at) + b"\x01\x09" + number_of_7zip(len(packed)) + b"\x00"
            + b"\x07\x0b\x01\x00" + folder + b"\x0c" + number_of_7zip(size) + b"\x00")


def frame_7zip(packed, header, has_packed_header):
    """The archive around packed contents and their header."""
    if has_packed_header:
        packed_header, folder = pack_7zip(header, lzma.FILTER_LZMA1)
        header = b"\x17" + streams_of_7zip(len(packed), packed_header, folder, len(header)) + b"\x00"
        packed += packed_header
    start = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", zlib.crc32(start)) + start + packed + header


def make_7zip(*pairs, content=None, has_packed_header=False):
    """All files in one folder."""
    data = b"".join(data for _, data in pairs)
    packed, folder = pack_7zip(data, content)
    names = b"".join(name.encode("utf-16-le") + b"\0\0" for name, _ in pairs)
    sizes = b"".join(number_of_7zip(len(data)) for _, data in pairs[:-1])
    cut = number_of_7zip(len(pairs)) + (b"\x09" + sizes if sizes else b"")
    header = (b"\x01\x04" + streams_of_7zip(0, packed, folder, len(data)) + b"\x08\x0d" + cut + b"\x00\x00"
              + b"\x05" + number_of_7zip(len(pairs)) + b"\x11" + number_of_7zip(len(names) + 1) + b"\x00" + names
              + b"\x00\x00")
    return frame_7zip(packed, header, has_packed_header)


def make_archive(header, *pairs):
    return make_tar(*pairs) if header == TAR else make_zip(*pairs)


def post_archive(header, body, target="/validate"):
    return upload(body, target, [header])


def set_in_directory(archive, entry, offset, layout, value):
    """A zip with a field of an entry of its directory changed (APPNOTE 4.3.12)."""
    changed = bytearray(archive)
    at = -1
    for _ in range(entry + 1):
        at = archive.index(b"PK\x01\x02", at + 1)
    struct.pack_into(layout, changed, at + offset, value)
    return bytes(changed)


def claim_size(archive, size, entry=0):
    return set_in_directory(archive, entry, 24, "<I", size)


def mark_encrypted(archive, entry=0):
    """In the directory and in the entry's own header."""
    at = -1
    for _ in range(entry + 1):
        at = archive.index(b"PK\x03\x04", at + 1)
    changed = bytearray(set_in_directory(archive, entry, 8, "<H", 1))
    struct.pack_into("<H", changed, at + 6, 1)
    return bytes(changed)


def empty_entries(count):
    """A zip of many entries, all of which point to one header: 46 bytes each, and no more."""
    local = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"
    entry = struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    directory = entry * count
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count & 0xFFFF, count & 0xFFFF, len(directory), len(local), 0)
    return local + directory + end


def sparse_tar(claimed, extents=4):
    """An old GNU header of a sparse file of `claimed` bytes that holds none; headers follow for the rest."""
    def octal(value, width=12):
        return b"%0*o\0" % (width - 1, value)

    head = bytearray(512)
    head[0:8] = b"zero.nav"
    head[100:108], head[108:116], head[116:124] = octal(0o644, 8), octal(0, 8), octal(0, 8)
    head[124:136], head[136:148], head[156:157], head[257:265] = octal(0), octal(0), b"S", b"ustar  \0"
    places = b"".join(octal(512 * i) + octal(0) for i in range(extents))
    head[386 : 386 + min(len(places), 96)] = places[:96]
    rest = [places[i : i + 504] for i in range(96, len(places), 504)]
    head[482] = 1 if rest else 0
    head[483:495] = octal(claimed)
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    blocks = [piece.ljust(504, b"\0") + bytes([i + 1 < len(rest)]) + bytes(7) for i, piece in enumerate(rest)]
    return bytes(head) + b"".join(blocks) + bytes(1024)
