"""Types of arrays by what they hold."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
I8 = NDArray[np.int8]
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
