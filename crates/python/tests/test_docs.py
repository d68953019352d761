"""The examples of the documentation print what it says."""

import doctest
import re
from pathlib import Path

import pytest

import darkforge

PAGE = Path(__file__).resolve().parents[3] / "docs/python.md"


def test_the_packages_own_example():
    assert doctest.testmod(darkforge).failed == 0


def test_docs_python_md():
    """Each section with the libraries that it needs; sections share their names, as in one session."""
    if not PAGE.exists():
        pytest.skip("the package stands alone")
    text = PAGE.read_text()
    for module, words in (("pettingzoo", "darkforge.pettingzoo"), ("pyspiel", "darkforge.open_spiel")):
        try:
            __import__(module)
        except ImportError:
            text = re.sub(rf"```pycon\n[^`]*{words}[^`]*```", "", text)
    blocks = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 5
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0
