"""Short sounds as WAV files in memory: 16 bits, one channel, as the programs that speak make them."""

from __future__ import annotations

import io
import wave
from typing import Final

import numpy as np
from numpy.typing import NDArray

_RATE: Final = 22050
_FULL: Final = 32767
_EDGE: Final = 0.005
"""Seconds over which a tone comes and goes, so that it does not click."""


def seconds(wav: bytes) -> float:
    """How long a sound lasts. ValueError where it is none."""
    samples, rate = _read(wav)
    return len(samples) / rate


def shaped(wav: bytes, gain: float, most: float) -> bytes:
    """A sound so many times as loud, no longer than `most` seconds. ValueError where it is none."""
    samples, rate = _read(wav)
    return _written(np.clip(samples[: int(most * rate)] * gain, -_FULL, _FULL), rate)


def tone(hertz: float, lasts: float) -> bytes:
    """A tone of so many seconds."""
    at = np.arange(int(lasts * _RATE)) / _RATE
    edges = np.minimum(1.0, np.minimum(at, lasts - at) / _EDGE)
    return _written(np.sin(2 * np.pi * hertz * at) * edges * _FULL, _RATE)


def _read(wav: bytes) -> tuple[NDArray[np.int16], int]:
    try:
        with wave.open(io.BytesIO(wav)) as file:
            if (file.getsampwidth(), file.getnchannels()) != (2, 1):
                raise ValueError("the sound is not of 16 bits and one channel")
            rate, frames = file.getframerate(), file.readframes(file.getnframes())
    except (wave.Error, EOFError) as error:
        raise ValueError(f"no sound: {error}") from error
    return np.frombuffer(frames[: len(frames) // 2 * 2], "<i2"), rate


def _written(samples: NDArray[np.float64], rate: int) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return out.getvalue()
