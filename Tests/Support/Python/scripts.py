"""The project's scripts as modules, so that tests can ask their parts."""

import importlib.machinery
import importlib.util
import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "Scripts"


def load(name):
    """Returns a script of Scripts as a module, without running it."""
    module_name = name.replace("-", "_")
    loader = importlib.machinery.SourceFileLoader(module_name, str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(module_name, loader))
    # Data classes look for their module here.
    sys.modules[module_name] = module
    # Python would write what it compiled beside the script.
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = written
    return module
