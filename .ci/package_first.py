"""Let the editable installation of this environment win over a folder named optgap.

An editable installation is found by a finder that is asked after the path.  A script beside a clone
named optgap would then import the clone's folder, which is not the package.  The file that this
program writes asks that finder first.
"""

import sysconfig
from pathlib import Path

FIRST = (
    "import sys; "
    'sys.meta_path.sort(key=lambda finder: getattr(finder, "__name__", "") != "_EditableFinder")\n'
)

Path(sysconfig.get_path("purelib"), "optgap_first.pth").write_text(FIRST)
