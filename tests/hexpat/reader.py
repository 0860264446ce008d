"""Follows a pattern for ImHex: what its text says of a file, and nothing else is looked at.

    python3 reader.py PATTERN.hexpat < NAMES

prints for each file, of which the standard input has a name a line, {"file": ..., "fields": [[path, offset, length, value], ...]}
or {"file": ..., "error": ...}. It knows the part of the pattern language that navlint writes: pragmas, imports, functions with
loops, structs with placements, sections, conditions, local variables and attributes. A name has to be declared in front of where
it is used, types too, and no word of the language may be one: ImHex is as strict.

Names in a dump are those of [[name]] or of the member; what is [[inline]] is shown as what is around it, a name "x/N" counts
through the list x, and [[sealed]] arrays are one field.
"""

import json
import math
import re
import struct
import sys
import zlib

TOKEN = re.compile(r"\s+|//[^\n]*|(?P<name>[A-Za-z_]\w*)|(?P<number>0x[0-9A-Fa-f]+|\d+)|(?P<text>\"[^\"]*\")|"
                   r"(?P<sign>\[\[|\]\]|::|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>=!?:;,.@$&|^~(){}\[\]])")
SCALARS = {"u8": "B", "s8": "b", "u16": "H", "s16": "h", "u32": "I", "s32": "i", "float": "f", "char": "B"}
WORDS = set("be le if else match while for fn return break continue namespace struct union enum bitfield using in out const ref "
            "auto import as from this parent null true false addressof sizeof typenameof try catch reference unsigned signed "
            "section padding str bool char u8 u16 u24 u32 u48 u64 u96 u128 s8 s16 s24 s32 s48 s64 s96 s128 float double".split())
FUNCTIONS = {"std::core::array_index": ("std.core", "index"),
             "std::mem::read_unsigned": ("std.mem", "reader.read_unsigned"),
             "std::mem::create_section": ("std.mem", "reader.create_section"),
             "std::mem::get_section_size": ("std.mem", "reader.section_size"),
             "hex::dec::zlib_decompress": ("hex.dec", "reader.decompress")}
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
PYTHON = {"||": "or", "&&": "and", "/": "//"}


class Wrong(Exception):
    """What the pattern, or the file under it, is not."""


def tokens_of(text):
    tokens, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Wrong(f"no token: {text[at:at + 20]!r}")
        at = found.end()
        if found.lastgroup:
            tokens.append((found.lastgroup, found.group()))
    return tokens


class Parser:
    """Makes functions in Python of a pattern's text."""

    def __init__(self, text):
        self.pragmas = dict(re.findall(r"^#pragma (\w+) (.*)$", text, re.MULTILINE))
        self.tokens = tokens_of(re.sub(r"^#pragma .*$", "", text, flags=re.MULTILINE))
        self.at = 0
        self.lines = []
        self.imports, self.functions = set(), set()
        self.types, self.awaited = set(), set()
        self.declared = set()  # in the struct or function that is read
        self.scope = "s."
        self.loops = 0

    # ---- Tokens ----

    def next(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.next()
        if not token or (wanted and token != wanted):
            raise Wrong(f"{wanted or 'something'} expected, {token!r} found")
        self.at += 1
        return token

    def has(self, token):
        if self.next() != token:
            return False
        self.at += 1
        return True

    def name(self):
        kind, token = self.tokens[self.at]
        if kind != "name" or token in WORDS:
            raise Wrong(f"{token!r} is no name")
        self.at += 1
        return token

    def say(self, depth, line):
        self.lines.append("    " * depth + line)

    # ---- Expressions ----

    def path(self):
        words = [self.take()]
        while self.has("::"):
            words.append(self.take())
        return "::".join(words)

    def arguments(self):
        found = []
        self.take("(")
        while not self.has(")"):
            found.append(self.expression())
            if self.next() != ")":
                self.take(",")
        return found

    def call(self, path):
        if path in FUNCTIONS:
            library, function = FUNCTIONS[path]
            if library not in self.imports:
                raise Wrong(f"{path} without import {library}")
            found = self.arguments()
            return function if function == "index" else f"{function}({', '.join(found)})"
        if path not in self.functions:
            raise Wrong(f"no function {path}")
        return f"f_{path}({', '.join(['reader', *self.arguments()])})"

    def variable(self, word):
        if word == "parent":
            text = f"{self.scope}parent"
            while self.next() == "." and self.tokens[self.at + 1][1] == "parent":
                self.at += 2
                text += ".parent"
        else:
            if word not in self.declared:
                raise Wrong(f"no variable {word}")
            text = self.scope + word
        while self.next() in (".", "["):
            if self.has("."):
                text += "." + self.name()
            else:
                self.take("[")
                text += f"[{self.expression()}]"
                self.take("]")
        return text

    def operator_of(self, word):
        self.take("(")
        if word == "sizeof":
            self.take("$")
            text = "len(reader.data)"
        else:
            text = f"{self.scope}at_{self.name()}"
        self.take(")")
        return text

    def primary(self):
        kind, token = self.tokens[self.at]
        if kind in ("number", "text"):
            self.at += 1
            return token
        if self.has("("):
            text = self.expression()
            self.take(")")
            return f"({text})"
        if self.has("!"):
            return f"(not {self.primary()})"
        if self.has("$"):
            return "reader.at"
        if token in ("sizeof", "addressof"):
            return self.operator_of(self.take())
        if token in ("true", "false"):
            return self.take().capitalize()
        path = self.path()
        return self.call(path) if self.next() == "(" else self.variable(path)

    def binary(self, level=0):
        if level == len(LEVELS):
            return self.primary()
        text = self.binary(level + 1)
        while self.next() in LEVELS[level]:
            sign = self.take()
            text = f"({text} {PYTHON.get(sign, sign)} {self.binary(level + 1)})"
        return text

    def expression(self):
        text = self.binary()
        if not self.has("?"):
            return text
        yes = self.expression()
        self.take(":")
        return f"({yes} if {text} else {self.expression()})"

    # ---- Members ----

    def attributes(self):
        found = {}
        if not self.has("[["):
            return found
        while not self.has("]]"):
            word = self.take()
            found[word] = True
            if self.has("("):
                found[word] = json.loads(self.take())
                self.take(")")
            self.has(",")
        return found

    def type(self):
        word = self.path()
        if word not in SCALARS and word not in self.types and word not in self.awaited:
            raise Wrong(f"no type {word}")
        return word

    def count(self, depth):
        """Of an array, as Python: a number, or a condition to go on with."""
        if self.has("while"):
            self.take("(")
            text = self.expression()
            self.take(")")
            self.take("]")
            return f"lambda: {text}"
        text = self.expression() if self.next() != "]" else "None"
        self.take("]")
        return text

    def member(self, depth):
        of = self.type()
        name = self.name()
        is_array = self.has("[")
        count = self.count(depth) if is_array else None
        place = self.expression() if self.has("@") else None
        section = self.expression() if self.has("in") else None
        attributes = self.attributes()
        self.take(";")
        self.declared.add(name)
        shown = attributes.get("name", "" if "inline" in attributes else name)
        how = "None" if "hidden" in attributes else f"reader.path(path, {shown!r})"
        if section:
            self.say(depth, f"outer = reader.enter({section})")
        if place:
            self.say(depth, "before = reader.at")
            self.say(depth, f"reader.at = {place}")
        self.say(depth, f"s.at_{name} = reader.at")
        self.say(depth, self.reading(of, count, is_array, how, {**attributes, "shown": shown}, name))
        if place:
            self.say(depth, "reader.at = before")
        if section:
            self.say(depth, "reader.leave(outer)")

    @staticmethod
    def reading(of, count, is_array, how, attributes, name):
        numbered = attributes["shown"] != ""
        if of in SCALARS and not is_array:
            return f"s.{name} = reader.scalar({of!r}, {how})"
        if of in SCALARS and (count == "None" or "sealed" in attributes):
            return f"s.{name} = reader.bytes({of!r}, {count}, {how})"
        if of in SCALARS:
            return f"s.{name} = reader.scalars({of!r}, {count}, {how})"
        if is_array:
            return f"reader.structs(t_{of}, {count}, s, {name!r}, {how}, {numbered})"
        return f"s.{name} = t_{of}(reader, s, {how}, index)"

    def local(self, depth):
        word = self.path()
        if word not in ("u128", "std::mem::Section"):
            raise Wrong(f"{word} is no type of a variable")
        name = self.name()
        self.take("=")
        self.say(depth, f"{self.scope}{name} = {self.expression()}")
        self.declared.add(name)
        self.take(";")

    def assignment(self, depth):
        target = "reader.at" if self.has("$") else self.variable(self.take())
        self.take("=")
        self.say(depth, f"{target} = {self.expression()}")
        self.take(";")

    def condition(self, depth):
        self.take("(")
        self.say(depth, f"if {self.expression()}:")
        self.take(")")
        if not self.has("{"):
            self.statement(depth + 1)
            return
        while not self.has("}"):
            self.statement(depth + 1)

    def statement(self, depth):
        token, following = self.next(), self.tokens[self.at + 1][1]
        if self.has("if"):
            self.condition(depth)
        elif following == "=":
            self.assignment(depth)
        elif token in ("u128", "std"):
            self.local(depth)
        elif following == "::":
            self.say(depth, self.call(self.path()))
            self.take(";")
        else:
            self.member(depth)

    # ---- Functions ----

    def loop(self, depth):
        self.take("(")
        self.take("u128")
        name = self.name()
        self.declared.add(name)
        self.take("=")
        self.say(depth, f"{name} = {self.expression()}")
        self.take(",")
        self.say(depth, f"while {self.expression()}:")
        self.take(",")
        self.take(name)
        self.take("=")
        step = self.expression()
        self.take(")")
        self.take("{")
        while not self.has("}"):
            self.function_statement(depth + 1)
        self.say(depth + 1, f"{name} = {step}")

    def function_statement(self, depth):
        if self.has("for"):
            self.loop(depth)
        elif self.has("return"):
            self.say(depth, f"return {self.expression()}")
            self.take(";")
        elif self.next() == "u128":
            self.local(depth)
        else:
            self.assignment(depth)

    def function(self):
        name, words = self.name(), []
        self.take("(")
        while not self.has(")"):
            self.take("u128")
            words.append(self.name())
            self.has(",")
        self.declared, self.scope = set(words), ""
        self.say(0, f"def f_{name}({', '.join(['reader', *words])}):")
        self.take("{")
        while not self.has("}"):
            self.function_statement(1)
        self.take(";")
        self.functions.add(name)
        self.scope = "s."

    # ---- The whole ----

    def struct(self):
        name = self.name()
        self.types.add(name)
        self.awaited.discard(name)
        self.declared = set()
        self.say(0, f"def t_{name}(reader, parent, path, index):")
        self.say(1, "s = Scope()")
        self.say(1, "s.parent = parent")
        self.take("{")
        while not self.has("}"):
            self.statement(1)
        self.say(1, "return s")
        self.take(";")

    def import_(self):
        words = [self.name()]
        while self.has("."):
            words.append(self.name())
        self.imports.add(".".join(words))
        self.take(";")

    def top(self):
        if self.has("import"):
            self.import_()
        elif self.has("fn"):
            self.function()
        elif self.has("struct"):
            self.struct()
        elif self.has("using"):
            self.awaited.add(self.name())
            self.take(";")
        else:
            self.declared = set()
            self.member(1)

    def whole(self):
        self.say(0, "def main(reader):")
        start = len(self.lines)
        while self.at < len(self.tokens):
            before = len(self.lines)
            placed = self.tokens[self.at][1] not in ("import", "fn", "struct", "using")
            self.top()
            if placed:  # what is placed goes into main, which is first
                lines = self.lines[before:]
                del self.lines[before:]
                self.lines[start:start] = ["    s, path, index = Scope(), '', None", "    s.parent = None", *lines]
                start += len(lines) + 2
        if self.awaited:
            raise Wrong(f"never declared: {sorted(self.awaited)}")
        return "\n".join(self.lines) + "\n"


class Scope:
    """A struct's members and variables."""


class Section:
    def __init__(self):
        self.data = b""


class Reader:
    """A file, and the fields that have been found in it."""

    def __init__(self, data, endian):
        self.data, self.at = data, 0
        self.order = {"little": "<", "big": ">"}[endian]
        self.fields = []
        self.counts = {}

    def path(self, around, name):
        if around is None or name in ("", "N"):
            return around
        if not name.endswith("/N"):
            return f"{around}/{name}"
        path = name[:-2] if name.startswith("/") else f"{around}/{name[:-2]}"
        number = self.counts.get(path, 0)
        self.counts[path] = number + 1
        return f"{path}/{number}"

    def take(self, count):
        if self.at < 0 or count < 0 or self.at + count > len(self.data):
            raise Wrong(f"{count} bytes at {self.at} of {len(self.data)}")
        self.at += count
        return self.data[self.at - count:self.at]

    def scalar(self, of, path):
        code = self.order + SCALARS[of]
        length = struct.calcsize(code)
        (value,) = struct.unpack(code, self.take(length))
        if path is not None:
            self.fields.append((path, self.at - length, length, shown(value)))
        return value

    def scalars(self, of, count, path):
        return [self.scalar(of, f"{path}/{i}") for i in range(count)]

    def bytes(self, of, count, path):
        start = self.at
        if count is None:
            count = self.data.index(0, start) + 1 - start
        value = self.take(count)
        self.fields.append((path, start, count, None))
        return value

    def structs(self, read, count, scope, name, path, numbered):
        items = []
        setattr(scope, name, items)
        while count() if callable(count) else len(items) < count:
            index = len(items)
            items.append(read(self, scope, f"{path}/{index}" if numbered else path, index))

    # ---- Libraries ----

    def read_unsigned(self, at, length):
        return int.from_bytes(self.data[at:at + length], "little")

    @staticmethod
    def create_section(_):
        return Section()

    @staticmethod
    def section_size(section):
        return len(section.data)

    @staticmethod
    def decompress(data, section, window):
        section.data = zlib.decompress(data, window)

    def enter(self, section):
        outer = self.data, self.at
        self.data, self.at = section.data, 0
        return outer

    def leave(self, outer):
        self.data, self.at = outer


def shown(value):
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


class Pattern:
    def __init__(self, text):
        parser = Parser(text)
        self.endian = parser.pragmas["endian"]
        names = {"Scope": Scope}
        exec(compile(parser.whole(), "pattern", "exec"), names)  # made of tokens that were looked at
        self.main = names["main"]

    def fields(self, data):
        reader = Reader(data, self.endian)
        self.main(reader)
        return reader.fields


def main():
    sys.setrecursionlimit(20_000)
    with open(sys.argv[1], encoding="utf-8") as file:
        pattern = Pattern(file.read())
    for name in sys.stdin.read().splitlines():
        try:
            with open(name, "rb") as file:
                print(json.dumps({"file": name, "fields": pattern.fields(file.read())}))
        except (Wrong, AttributeError, IndexError, ValueError, zlib.error, struct.error) as error:
            print(json.dumps({"file": name, "error": f"{type(error).__name__}: {error}"}))


if __name__ == "__main__":
    main()
