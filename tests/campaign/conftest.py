"""A repository in a temporary folder whose fuzz targets are all the fake engine."""

import pathlib
import shutil

import pytest
from campaign import targets

FAKE = pathlib.Path(__file__).with_name("fake_engine.py")


@pytest.fixture(name="house")
def make_house(tmp_path):
    """Two targets of one subject and one of another, one of which crashes."""
    rows = "fuzz_calm some - seeds/some\nfuzz_calm_too some - seeds/some\nfuzz_crashing other - seeds/other\n"
    bin_folder = tmp_path / "build-fuzz" / "bin"
    bin_folder.mkdir(parents=True)
    (tmp_path / "build-fuzz" / "targets.txt").write_text(rows)
    house = targets.House(tmp_path)
    for target in house.targets():
        shutil.copy(FAKE, bin_folder / target.name)
        seeds = tmp_path / "build-fuzz" / target.seeds
        seeds.mkdir(parents=True, exist_ok=True)
        (seeds / "seed").write_bytes(b"seed")
    seed = house.corpus("some") / "seed"
    seed.mkdir(parents=True)
    (seed / "small.nav").write_bytes(b"small")
    return house
