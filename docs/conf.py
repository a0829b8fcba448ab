"""Settings of Sphinx: plain Markdown pages, warnings are errors (`make docs`)."""

import tomllib
from pathlib import Path

_project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]

project = "Baza"
author = "The authors of Baza"
release = _project["version"]
language = "en"
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
html_theme = "furo"
html_title = "Baza"
html_show_copyright = False
html_show_sphinx = False
