"""The shared library as programs in other languages see it: by its symbols and through ctypes.

NAVLINT_LIBRARY names it, NAVLINT_BIN the command, with which answers are compared.
"""

import ctypes
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Text(ctypes.Structure):
    _fields_ = [("text", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class Input(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("bytes", ctypes.c_char_p), ("length", ctypes.c_size_t),
                ("is_context", ctypes.c_bool), ("inner_name", ctypes.c_char_p)]


@pytest.fixture(scope="session")
def library():
    loaded = ctypes.CDLL(os.environ["NAVLINT_LIBRARY"])
    loaded.navlint_check_json.restype = Text
    loaded.navlint_check_json.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Input), ctypes.c_size_t]
    loaded.navlint_text_free.argtypes = [Text]
    return loaded


@pytest.fixture(scope="session")
def call(library):
    """call(request, inputs): the answer to a request (bytes, or what json.dumps takes), decoded."""

    def ask(request, inputs=()):
        text = request if isinstance(request, bytes) else json.dumps(request).encode()
        given = (Input * len(inputs))(*[Input(name, content, len(content)) for name, content in inputs])
        answer = library.navlint_check_json(text, len(text), given, len(inputs))
        decoded = json.loads(ctypes.string_at(answer.text, answer.length))
        library.navlint_text_free(answer)
        return decoded

    return ask


def run(*words, stdin=None):
    return subprocess.run([os.environ["NAVLINT_BIN"], *words], input=stdin, capture_output=True, check=False)
