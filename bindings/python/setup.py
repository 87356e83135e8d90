"""Builds the package: the library by CMake, then the module over it by cffi.

It needs cmake, gettext and a C compiler, and of Python's packages those that
pyproject.toml names.

TABLIER_BUILD may name a build folder that has libtablier.a already; otherwise
TABLIER_BUILD_TYPE may name another kind of build than Release.
"""

import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
# The whole tree, or what a source distribution carries of it.
SOURCE = HERE / "tablier-source" if (HERE / "tablier-source").exists() else HERE.parent.parent
NEEDED = ["CMakeLists.txt", "LICENSE", "README.md", "cmake", "include", "src", "docs", "po"]
PUZZLES = "web/games/*/puzzles.txt"


def version() -> str:
    header = (SOURCE / "include" / "tablier" / "base.h").read_text(encoding="utf-8")
    return re.search(r'#define TB_VERSION "(.*)"', header).group(1)


class BuildLibraryFirst(build_ext):
    """Makes libtablier.a, which the module then contains."""

    def run(self):
        folder = os.environ.get("TABLIER_BUILD")
        if not folder:
            folder = str(Path(self.build_temp).resolve() / "library")
            kind = os.environ.get("TABLIER_BUILD_TYPE", "Release")
            subprocess.run(
                ["cmake", "-S", str(SOURCE), "-B", folder, "-D", f"CMAKE_BUILD_TYPE={kind}",
                 "-D", "TABLIER_LIBRARY_ONLY=ON", "-D", "TABLIER_LTO=OFF"], check=True)
            subprocess.run(
                ["cmake", "--build", folder, "--target", "tablier_static",
                 "--parallel", str(os.cpu_count() or 1)], check=True)
        for extension in self.extensions:
            extension.include_dirs.append(str(SOURCE / "include"))
            extension.extra_objects.append(str(Path(folder) / "libtablier.a"))
        super().run()


class CarryData(build_py):
    """Puts the puzzles of each game and the types of the module into the package."""

    def run(self):
        super().run()
        stub = runpy.run_path(str(HERE / "build_module.py"))
        types = Path(self.build_lib) / "tablier" / "_tablier.pyi"
        types.write_text(stub["stub"](stub["HEADER"]), encoding="utf-8")
        target = Path(self.build_lib) / "tablier" / "puzzle_files"
        target.mkdir(parents=True, exist_ok=True)
        for path in SOURCE.glob(PUZZLES):
            shutil.copyfile(path, target / f"{path.parent.name}.txt")


class CarrySources(sdist):
    """Puts the library's sources into the source distribution."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        licence = Path(base_dir) / "LICENSE"  # a link in the tree, which leads nowhere here
        licence.unlink(missing_ok=True)
        shutil.copyfile(SOURCE / "LICENSE", licence)
        target = Path(base_dir) / "tablier-source"
        for name in NEEDED:
            path = SOURCE / name
            if path.is_dir():
                shutil.copytree(path, target / name, dirs_exist_ok=True,
                                ignore=shutil.ignore_patterns("__pycache__", "python"))
            else:
                target.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target / name)
        for path in SOURCE.glob(PUZZLES):
            copy = target / path.relative_to(SOURCE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


setup(
    version=version(),
    cffi_modules=["build_module.py:ffibuilder"],
    cmdclass={"build_ext": BuildLibraryFirst, "build_py": CarryData, "sdist": CarrySources},
)
