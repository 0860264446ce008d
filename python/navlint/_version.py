"""The version of this package, which is that of the library it was made for."""

__version__ = "0.2.0"
