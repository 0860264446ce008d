"""What reports say of single damaged fields: one field of a real file is overwritten, and the new
findings are held against its place.

Usage: single_fields.py NAVLINT SAMPLES [--format ID] [--trials N] [--seed N] [--misses N]

For each format: how many damaged files have new findings, in how many of these a finding or one of
its related places covers the damaged bytes, and how many new findings are listed (median, 90th
percentile, most). --misses prints damaged fields that no finding covers, --crowds those with the most
findings.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

FORMATS = ("source-nav", "gta-nodes", "metroid-path", "mgs-nav2", "skyrim-navmesh")
BATCH = 60
LARGEST_BYTES = 4 << 20  # of a sample: dumps of larger ones take longer than what they show

Damage = collections.namedtuple("Damage", "sample field how bytes")
Outcome = collections.namedtuple("Outcome", "damage new is_covered")


def run(words):
    return subprocess.run(words, check=False, capture_output=True, text=True).stdout


def fields_of(navlint, sample):
    """Fields that stand in the file as they are, with a number for a value."""
    dump = json.loads(run([navlint, "dump", "--format", "json", sample]) or "{}")
    return [field for field in dump.get("fields", ())
            if "encoding" not in field and 0 < field["length"] <= 4]


def damaged(data, field, how, rng):
    at, length = field["offset"], field["length"]
    order = "big" if field["type"].endswith("be") else "little"
    old = int.from_bytes(data[at:at + length], order)
    most = (1 << 8 * length) - 1
    new = {"plus one": old + 1 & most, "zero": 0, "most": most, "high bit": old ^ (most + 1 >> 1),
           "random": rng.randint(0, most)}[how]
    return None if new == old else data[:at] + new.to_bytes(length, order) + data[at + length:]


HOWS = ("plus one", "zero", "most", "high bit", "random")


def damages_of(samples, navlint, trials, rng):
    """Each field's name is drawn with the same chance, so that headers are not drowned by lists."""
    by_sample = {}
    for _ in range(trials):
        sample = rng.choice(samples)
        if sample not in by_sample:
            by_name = collections.defaultdict(list)
            for field in fields_of(navlint, sample):
                name = "/".join(step for step in field["path"].split("/") if not step.isdigit())
                by_name[name].append(field)
            by_sample[sample] = sample.read_bytes(), by_name
        data, by_name = by_sample[sample]
        if not by_name:
            continue
        field = rng.choice(by_name[rng.choice(sorted(by_name))])
        how = rng.choice(HOWS)
        changed = damaged(data, field, how, rng)
        if changed is not None:
            yield Damage(sample, field, how, changed)


def reports_of(navlint, named_files, folder):
    """One file a folder, so that none is judged as one of a set."""
    words = [navlint, "check", "--format", "ndjson", "--jobs", "2"]
    for i, (name, data) in enumerate(named_files):
        place = pathlib.Path(folder, str(i))
        place.mkdir(exist_ok=True)
        path = place / name
        path.write_bytes(data)
        words.append(str(path))
    reports = {}
    for line in run(words).splitlines():
        report = json.loads(line)
        if "input" in report:
            reports[int(pathlib.Path(report["input"]["name"]).parent.name)] = report
    for i, (name, _) in enumerate(named_files):
        pathlib.Path(folder, str(i), name).unlink()
    return [reports[i] for i in range(len(named_files))]


def key_of(finding):
    return finding["code"], finding["path"], finding["offset"], finding.get("inner", {}).get("offset")


def covers(place, field):
    return (place["offset"] <= field["offset"] < place["offset"] + place["length"]
            or place["offset"] == field["offset"])


def is_covered(finding, field):
    return covers(finding, field) or any(covers(place, field) for place in finding.get("related", ()))


def outcomes_of(navlint, damages, baselines, folder):
    for start in range(0, len(damages), BATCH):
        batch = damages[start:start + BATCH]
        reports = reports_of(navlint, [(d.sample.name, d.bytes) for d in batch], folder)
        for damage, report in zip(batch, reports):
            known = baselines[damage.sample]
            new = [finding for finding in report["findings"] if key_of(finding) not in known]
            yield Outcome(damage, new, any(is_covered(finding, damage.field) for finding in new))


def percentile(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))] if numbers else 0


def text_of(outcome):
    field = outcome.damage.field
    codes = collections.Counter(finding["code"] for finding in outcome.new)
    shown = ", ".join(f"{code} {count}" for code, count in codes.most_common(4))
    return (f"  {outcome.damage.sample.name}{field['path']} +{field['offset']:#x} "
            f"{outcome.damage.how}: {shown}")


def measure(options, format_id):
    rng = random.Random(options.seed)
    samples = samples_of(options, format_id)
    if not samples:
        print(f"{format_id}: no samples")
        return
    damages = list(damages_of(samples, options.navlint, options.trials, rng))
    with tempfile.TemporaryDirectory() as folder:
        used = sorted({damage.sample for damage in damages})
        files = [(sample.name, sample.read_bytes()) for sample in used]
        baselines = {}
        for start in range(0, len(files), BATCH):
            reports = reports_of(options.navlint, files[start:start + BATCH], folder)
            for sample, report in zip(used[start:start + BATCH], reports):
                baselines[sample] = {key_of(finding) for finding in report["findings"]}
        outcomes = list(outcomes_of(options.navlint, damages, baselines, folder))
    shown = [outcome for outcome in outcomes if outcome.new]
    covered = [outcome for outcome in shown if outcome.is_covered]
    counts = [len(outcome.new) for outcome in shown]
    placed = [finding for outcome in shown for finding in outcome.new if "position" in finding]
    print(f"{format_id}: {len(outcomes)} damaged, {len(shown)} with new findings, "
          f"covered {100 * len(covered) / max(1, len(shown)):.1f} %, "
          f"new findings median {percentile(counts, .5)}, p90 {percentile(counts, .9)}, "
          f"most {max(counts, default=0)}, with a position "
          f"{100 * len(placed) / max(1, sum(counts)):.1f} %")
    for outcome in [outcome for outcome in shown if not outcome.is_covered][:options.misses]:
        print(text_of(outcome))
    if options.crowds:
        print("  most findings:")
        for outcome in sorted(shown, key=lambda outcome: -len(outcome.new))[:options.crowds]:
            print(text_of(outcome))


def samples_of(options, format_id):
    words = [options.navlint, "check", "--format", "ndjson", str(options.samples)]
    names = []
    for line in run(words).splitlines():
        report = json.loads(line)
        if "input" in report and (report["format"] or {}).get("id") == format_id and \
                report["verdict"] == "valid" and "!" not in report["input"]["name"] and \
                report["input"]["bytes"] <= LARGEST_BYTES:
            names.append(pathlib.Path(report["input"]["name"]))
    return sorted(names)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("navlint")
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("--format", choices=FORMATS)
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--crowds", type=int, default=0)
    options = parser.parse_args()
    if not options.samples.is_dir():
        sys.exit(f"skipped: {options.samples} is not there")
    for format_id in [options.format] if options.format else FORMATS:
        measure(options, format_id)


if __name__ == "__main__":
    main()
