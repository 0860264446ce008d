"""Programs of Windows, compiled by mingw-w64 and run under wine64, which NAVLINT_WINE may name."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
WINE = os.environ.get("NAVLINT_WINE", "/usr/lib/wine/wine64")
DEADLINE_S = 120
IS_THERE = os.path.exists(WINE)


def environment(**more):
    return {**os.environ, "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8", **more}


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


def compile_program(program, *words):
    subprocess.run(["x86_64-w64-mingw32-gcc", "-O2", "-static", "-Wall", "-Wextra", "-Werror", *words, "-o", program], check=True)


def run(program, *words):
    return subprocess.run([WINE, program, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE_S, check=False,
                          env=environment())
