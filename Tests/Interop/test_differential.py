"""Generated mappings and requests, sent to WireMock 2.35.1 and to Hypermock: only what is listed may differ."""

import pathlib

import pytest
from differential import admin, recorder
from differential.comparison import Comparison
from differential.deviations import DEVIATIONS
from differential.families import all_cases


@pytest.fixture(scope="module")
def comparison(peers):
    comparison = Comparison(*peers)
    for case in all_cases():
        comparison.run(case)
    admin.compare(comparison)
    recorder.compare(comparison)
    return comparison


def listed():
    return {key for keys in DEVIATIONS.values() for key in keys}


def test_there_are_many_pairs(comparison):
    print(f"\n{comparison.pairs} pairs, {len(comparison.differences)} listed differences")
    assert comparison.pairs >= 300


def test_nothing_differs_that_is_not_listed(comparison):
    unlisted = [str(each) for each in comparison.differences if each.key not in listed()]
    assert not unlisted, f"{len(unlisted)} differences:\n" + "\n".join(unlisted)


def test_everything_that_is_listed_differs(comparison):
    missing = sorted(listed() - {each.key for each in comparison.differences})
    assert not missing, missing


def test_the_page_lists_the_deviations_and_nothing_else():
    page = pathlib.Path(__file__).parents[2] / "Sources/CLI/CLI.docc/MovingFromWireMock.md"
    section = page.read_text().split("## What differs")[1].split("\n## ")[0]
    items = [" ".join(item.split()) for item in section.split("\n- ")[1:]]
    assert items == list(DEVIATIONS)
