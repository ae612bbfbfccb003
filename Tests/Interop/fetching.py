"""The sources of foreign suites: nothing of them is part of this package."""

import pathlib
import subprocess

from conftest import BINARY, not_checked


def fetched(source, commit, name, content):
    """A folder with the files of a commit, among them `content`: `source` is such a folder, or a repository with it."""
    if (pathlib.Path(source) / content).exists():
        return pathlib.Path(source).resolve()
    # Kept with the program.
    folder = pathlib.Path(BINARY).resolve().parents[2] / f"{name}-{commit[:8]}"
    if not (folder / content).exists():
        folder.mkdir(exist_ok=True)
        commands = ["init --quiet", f"fetch --quiet --depth 1 {source} {commit}", f"checkout --quiet {commit}"]
        for arguments in map(str.split, commands):
            git = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True, timeout=120)
            if git.returncode != 0:
                not_checked(f"{name}, since it cannot be fetched from {source}: {git.stderr.strip()}")
    return folder
