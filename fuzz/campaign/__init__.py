"""Fuzzing campaigns: every target under every engine, one corpus a subject, one ledger."""
