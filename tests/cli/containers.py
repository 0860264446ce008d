"""Containers of games by hand, from the tables of their formats alone."""

import hashlib
import io
import struct
import zipfile


def crc32(content):
    return zipfile.crc32(content) & 0xffffffff


def gma_of(members, version=3, crc=True):
    """An addon of Garry's Mod: (name, content) pairs."""
    head = b"GMAD" + struct.pack("<bQQ", version, 0, 1_600_000_000) + b"\0" * (version > 1)
    head += b"title\0" + b'{"description":"","type":"map","tags":[]}\0' + b"Author Name\0" + struct.pack("<i", 1)
    rows = b"".join(struct.pack("<I", number) + name.encode() + b"\0" + struct.pack("<qI", len(content), crc32(content))
                    for number, (name, content) in enumerate(members, 1))
    whole = head + rows + struct.pack("<I", 0) + b"".join(content for _, content in members)
    return whole + struct.pack("<I", crc32(whole) if crc else 0)


def filled(content, unit, fill=b"\0"):
    return content + fill * (-len(content) % unit)


def fpk_of(members):
    """A pack of the Fox Engine."""
    names_at = 48 + 48 * len(members)
    names = b"".join(name.encode() + b"\0" for name, _ in members)
    data_at = names_at + len(names)
    data_at += -data_at % 16
    rows, data, name_at = b"", b"", names_at
    for name, content in members:
        rows += struct.pack("<QQQQ16s", data_at + len(data), len(content), name_at, len(name),
                            hashlib.md5(name.encode()).digest())
        data += filled(content, 16)
        name_at += len(name) + 1
    whole = filled(bytes(48) + rows + names, 16) + data
    head = b"foxfpk\0win" + struct.pack("<I", len(whole)) + bytes(18) + struct.pack("<IIII", 2, len(members), 0, 0)
    return head + whole[48:]


def img_of(members, sectors=None):
    """An archive of San Andreas, version 2. sectors: that each entry claims, from the first one's place on; None: its own."""
    sector = 2048
    at = -(-(8 + 32 * len(members)) // sector)
    rows, data = b"", b""
    for name, content in members:
        place, count = (at + len(data) // sector, -(-len(content) // sector)) if sectors is None else (at, sectors)
        rows += struct.pack("<IHH24s", place, count, 0, name.encode())
        data += filled(content, sector)
    return filled(b"VER2" + struct.pack("<I", len(members)) + rows, sector) + data


def vpk_row(length, crc, offset=0, number=0x7fff, head=b""):
    """What stands behind the name of a file in a package's tree."""
    return struct.pack("<IHHIIH", crc, len(head), number, offset, length, 0xffff) + head


def vpk_of(members, version=1, volumes=None, preload=0, piece=0, signature=b""):
    """A package of Source. volumes: name of a member -> number of the file that its bytes are in, from 0; these
    files come back too. Of version 2 only: piece: bytes of the data that have an MD5 each, 0: none have;
    signature: the last section."""
    volumes = volumes or {}
    tree, data, files = b"", b"", {}
    for name, content in members:
        folder, _, base = name.rpartition("/")
        stem, _, extension = base.rpartition(".")
        head, rest = content[:preload], content[preload:]
        number = volumes.get(name, 0x7fff)
        file = files.setdefault(number, bytearray()) if number != 0x7fff else None
        offset = len(data) if file is None else len(file)
        if file is None:
            data += rest
        else:
            file += rest
        tree += (extension or " ").encode() + b"\0" + (folder or " ").encode() + b"\0" + (stem or " ").encode() + b"\0"
        tree += vpk_row(len(rest), crc32(content), offset, number, head) + b"\0\0"
    tree += b"\0"
    head = struct.pack("<III", 0x55aa1234, version, len(tree))
    pieces = b"".join(struct.pack("<HHII", 0, 0x8000, at, len(data[at:at + piece])) + hashlib.md5(data[at:at + piece]).digest()
                      for at in range(0, len(data), piece)) if piece else b""
    if version == 2:
        head += struct.pack("<IIII", len(data), len(pieces), 48, len(signature))
    whole = head + tree + data + pieces
    if version == 2:
        whole += hashlib.md5(tree).digest() + hashlib.md5(pieces).digest()
        whole += hashlib.md5(whole).digest() + signature
    return (whole, {number: bytes(file) for number, file in files.items()}) if volumes else whole


def pakfile_of(members, method=zipfile.ZIP_STORED):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content, method)
        archive.comment = b"XZP1 0"
    return whole.getvalue()


def bsp_of(members, version=20, pakfile=None):
    """A map of Source whose pakfile holds the members."""
    pakfile = pakfile_of(members) if pakfile is None else pakfile
    entities = b'{\n"classname" "worldspawn"\n}\n\0'
    entities += bytes(-len(entities) % 4)
    lumps = {0: (1036, len(entities)), 40: (1036 + len(entities), len(pakfile))}
    table = b"".join(struct.pack("<IIII", *lumps.get(number, (0, 0)), 0, 0) for number in range(64))
    return b"VBSP" + struct.pack("<I", version) + table + struct.pack("<I", 1) + entities + pakfile


def pak_of(members):
    """A pack of Metroid Prime: (id, content) pairs of PATH resources, none packed."""
    unit = 32
    head = struct.pack(">IIII", 0x00030005, 0, 0, len(members))
    at = -(-(len(head) + 20 * len(members)) // unit) * unit
    rows, data = b"", b""
    for number, content in members:
        stored = filled(content, unit, b"\xff")
        rows += struct.pack(">I4sIII", 0, b"PATH", number, len(stored), at + len(data))
        data += stored
    return filled(head + rows, unit) + data
