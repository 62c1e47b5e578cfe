"""What scipy makes NumPy load is left until somebody uses it."""

import subprocess
import sys

CODE = """
import optgap.core.arrays, sys
import scipy.sparse
print([name for name in ("numpy.f2py.crackfortran", "numpy.testing._private.utils")
       if name in sys.modules])
import numpy as np
np.testing.assert_array_equal([1], [1])
import numpy.testing
print(numpy.testing.assert_equal.__name__)
"""


def test_submodules_load_when_they_are_used() -> None:
    found = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == ["[]", "assert_equal"]
