"""The structs of navlint.h. Those that the library hands out may grow at their end: they are read through pointers alone."""

from __future__ import annotations

import ctypes
from ctypes import (POINTER, Structure, Union, c_bool, c_char_p, c_double, c_int, c_int8, c_int64, c_size_t, c_uint32, c_uint64,
                    c_void_p)

OK, BAD_ARGUMENT, UNKNOWN_FORMAT, UNKNOWN_RULE, UNKNOWN_GAME, NO_MEMORY, NOT_RECOGNISED, UNSUPPORTED = range(8)
SEVERITIES = ("error", "warning", "info", "off")
SCOPES = ("all", "navmesh")
NO_VALUE, UINT, INT, REAL, TEXT = range(5)
OBJECT, VERTEX, FACE, LINE, MARK = range(5)
NAMED, FOUND = range(2)
JSON_COMPACT = 0
DIFF_JSON = 1
UNKNOWN_SIZE = 2**64 - 1


class Text(Structure):
    _fields_ = [("text", c_void_p), ("length", c_size_t)]


class Input(Structure):
    _fields_ = [("name", c_char_p), ("bytes", c_void_p), ("length", c_size_t), ("is_context", c_bool),
                ("inner_name", c_char_p)]


class Override(Structure):
    _fields_ = [("code", c_char_p), ("severity", c_int)]


class Location(Structure):
    _fields_ = [("archive", c_uint32), ("folder", c_uint32)]


class Options(Structure):
    _fields_ = [
        ("struct_bytes", c_size_t), ("format", c_char_p), ("game", c_char_p),
        ("overrides", POINTER(Override)), ("override_count", c_size_t),
        ("ignore", POINTER(c_char_p)), ("ignore_count", c_size_t),
        ("only", POINTER(c_char_p)), ("only_count", c_size_t),
        ("pedantic", c_bool), ("min_severity", c_int),
        ("max_findings", c_uint32), ("max_findings_per_rule", c_uint32),
        ("max_input_bytes", c_uint64), ("max_steps", c_uint64),
        ("set_name", c_char_p), ("scope", c_int),
        ("dump_from", c_uint64), ("dump_to", c_uint64), ("dump_inner_from", c_uint64), ("dump_inner_to", c_uint64),
        ("dump_path", c_char_p), ("file_bytes", POINTER(c_uint64)),
        ("locations", POINTER(Location))]


class FixOptions(Structure):
    _fields_ = [("struct_bytes", c_size_t), ("unsafe", c_bool), ("only", POINTER(c_char_p)), ("only_count", c_size_t),
                ("max_rounds", c_uint32)]


class Range(Structure):
    _fields_ = [("offset", c_uint64), ("length", c_uint64)]


class AnyValue(Union):
    _fields_ = [("uint", c_uint64), ("sint", c_int64), ("real", c_double), ("text", c_char_p)]


class Value(Structure):
    _fields_ = [("kind", c_int), ("of", AnyValue)]


class Field(Structure):
    _fields_ = [("path", c_char_p), ("type", c_char_p), ("role", c_int), ("offset", c_uint64), ("length", c_uint64),
                ("value", Value), ("encoding", c_char_p), ("inner", Range), ("bytes", c_void_p)]


class Subject(Structure):
    _fields_ = [("kind", c_char_p), ("id", c_uint64), ("name", c_char_p), ("record", c_char_p), ("cell", c_char_p),
                ("worldspace", c_char_p)]


class Shape(Structure):
    _fields_ = [("kind", c_int), ("name", c_char_p), ("position", c_double * 3), ("corners", POINTER(c_uint64)),
                ("corner_count", c_size_t), ("path", c_char_p), ("offset", c_uint64), ("length", c_uint64),
                ("encoding", c_char_p), ("inner", Range), ("subject", Subject), ("flags", c_uint64)]


class Member(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_uint64), ("length", c_uint64), ("size", c_uint64), ("packing", c_int),
                ("head_offset", c_uint64), ("head_length", c_uint64), ("volume", c_uint32), ("is_absent", c_bool),
                ("has_crc32", c_bool), ("is_passed_over", c_bool), ("crc32", c_uint32)]


class Flag(Structure):
    _fields_ = [("kind", c_char_p), ("mask", c_uint64), ("value", c_uint64), ("word", c_char_p)]


class Axes(Structure):
    _fields_ = [("up", c_int8), ("north", c_int8), ("east", c_int8)]


class Format(Structure):
    _fields_ = [("id", c_char_p), ("title", c_char_p), ("summary", c_char_p), ("extensions", POINTER(c_char_p)),
                ("games", c_void_p), ("game_count", c_size_t), ("rules", c_void_p), ("rule_count", c_size_t),
                ("has_sets", c_bool), ("parts", c_void_p), ("part_count", c_size_t), ("is_measured", c_bool),
                ("layout", c_void_p), ("axes", Axes), ("is_container", c_bool)]


FieldCallback = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Field))
ShapeCallback = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Shape))
MemberCallback = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Member))
NameCallback = ctypes.CFUNCTYPE(None, c_void_p, c_char_p)

_options, _inputs, _block = POINTER(Options), POINTER(Input), (c_void_p, c_size_t)
_format, _receiver = POINTER(Format), POINTER(c_void_p)

# Function: what it returns, what it takes.
FUNCTIONS: dict[str, tuple[object, tuple[object, ...]]] = {
    "navlint_version": (c_char_p, ()),
    "navlint_role_text": (c_char_p, (c_int,)),
    "navlint_packing_text": (c_char_p, (c_int,)),
    "navlint_options_init": (None, (_options, c_size_t)),
    "navlint_options_check": (c_int, (_options, POINTER(c_char_p))),
    "navlint_format_by_id": (_format, (c_char_p,)),
    "navlint_rule_by_code": (c_void_p, (c_char_p, c_void_p)),
    "navlint_flag_at": (POINTER(Flag), (_format, c_size_t)),
    "navlint_detect": (_format, (_inputs, POINTER(c_char_p))),
    "navlint_detect_as": (_format, (_options, _inputs, c_int)),
    "navlint_other_game": (c_char_p, (_inputs,)),
    "navlint_each_needed": (None, (_inputs, NameCallback, c_void_p)),
    "navlint_memory_bound": (c_size_t, (_options, _inputs, c_size_t)),
    "navlint_check": (c_int, (_options, _inputs, c_size_t, *_block, _receiver)),
    "navlint_set_json": (Text, (c_void_p, c_int, POINTER(c_char_p))),
    "navlint_report_json": (Text, (c_void_p, c_int, c_char_p)),
    "navlint_report_member_count": (c_size_t, (c_void_p,)),
    "navlint_formats_json": (Text, (c_int,)),
    "navlint_rules_json": (Text, (_format, c_int)),
    "navlint_rule_json": (Text, (c_void_p, c_int)),
    "navlint_layout_json": (Text, (_format, c_int)),
    "navlint_text_free": (None, (Text,)),
    "navlint_dump": (c_int, (_options, _inputs, *_block, FieldCallback, c_void_p)),
    "navlint_draw": (c_int, (_options, _inputs, *_block, ShapeCallback, c_void_p)),
    "navlint_each_member": (c_int, (_options, _inputs, *_block, MemberCallback, c_void_p)),
    "navlint_witness": (c_int, (c_char_p, c_void_p, c_size_t, POINTER(c_size_t))),
    "navlint_fix_options_init": (None, (POINTER(FixOptions), c_size_t)),
    "navlint_fix_bound": (c_size_t, (_options, _inputs, c_size_t)),
    "navlint_fix_apply": (c_int, (_options, POINTER(FixOptions), _inputs, c_size_t, *_block, _receiver)),
    "navlint_fixed_bytes": (c_void_p, (c_void_p, c_size_t, POINTER(c_size_t))),
    "navlint_fixed_json": (Text, (c_void_p, c_int)),
    "navlint_diff_make": (c_int, (_options, _inputs, _inputs, c_uint64, _receiver)),
    "navlint_diff_free": (None, (c_void_p,)),
    "navlint_diff_text": (Text, (c_void_p, c_int, c_bool)),
}
