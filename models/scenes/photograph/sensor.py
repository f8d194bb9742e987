"""From light to a file: focus, shake, exposure, noise, the camera's own tricks, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.scenes.arrays import Rng, grain, to_u8, u8, window_of
from vision.arrays import F32, U8


@dataclass(frozen=True)
class Sensor:
    """How the camera takes its picture. Blurs are in pixels of a picture 4608 wide."""

    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """BGR: exposure and errors of the white balance."""
    defocus: float = 0.0
    shake: tuple[float, float] = (0.0, 0.0)
    """Length in pixels, direction in degrees."""
    read: float = 0.0
    shot: float = 0.0
    """Noise in the dark and in the light, grey levels of a picture 4608 wide."""
    colourful: float = 0.5
    """Share of the noise that differs between the colours."""
    noise_grain: int = 0
    curve: float = 0.0
    """Contrast added by an S-shaped curve."""
    haze: float = 0.0
    """Stray light in the lens: how far black is from black, 0..1."""
    gamma: float = 1.0
    saturation: float = 1.0
    sharpen: float = 0.0
    smear: bool = False
    grey: bool = False
    jpeg: int = 0
    """Quality of the JPEG; 0 none."""


def random_sensor(rng: Rng, kind: str, wide: float) -> Sensor:
    """A camera as scenes of `kind` have it."""
    dim = kind == "dim"
    balance = np.exp(rng.normal(0, 0.02 + 0.05 * wide * (rng.random() < 0.4), 3))
    strong = rng.uniform(3, 12) if dim else rng.uniform(0.5, 3.0 + 4 * wide * (rng.random() < 0.2))
    blurred = rng.random() < 0.2 * wide
    shaken = rng.random() < 0.12 * wide
    return Sensor(
        gain=(float(balance[0]), float(balance[1]), float(balance[2])),
        defocus=float(rng.uniform(0.4, 1.6) if not blurred else rng.uniform(1.6, 4.5)),
        shake=(float(rng.uniform(3, 14)) if shaken else 0.0, float(rng.uniform(0, 180))),
        read=float(strong * rng.uniform(0.3, 1.0)),
        shot=float(strong),
        colourful=float(rng.uniform(0, 1)),
        noise_grain=int(rng.integers(3)),
        curve=float(rng.uniform(-0.1, 0.5)) if rng.random() < 0.6 * wide else 0.0,
        haze=float(rng.uniform(0, 0.3)) if rng.random() < 0.6 else 0.0,
        gamma=float(np.exp(rng.normal(0, 0.08 * wide))),
        saturation=float(rng.uniform(0.65, 1.35)) if rng.random() < 0.5 * wide else 1.0,
        sharpen=float(rng.uniform(0.2, 1.4)) if rng.random() < 0.4 else 0.0,
        smear=bool(rng.random() < (0.3 if dim else 0.06) * wide),
        grey=bool(rng.random() < 0.03 * wide),
        jpeg=int(rng.integers(55, 97)) if rng.random() < 0.75 else 0,
    )


def expose(
    base: U8,
    light: F32,
    gleam: U8 | None,
    glow: tuple[float, float, float],
    sensor: Sensor,
    rng: Rng,
    scale: float,
) -> U8:
    """The picture that `sensor` takes of the colours `base` in `light`, with mirrored light of the colour `glow`.

    `scale` is the picture's width over 4608.
    """
    if sensor.gain != (1.0, 1.0, 1.0):
        light *= np.array(sensor.gain, np.float32)
    seen = u8(cv2.multiply(base, light, dtype=cv2.CV_8U))
    if gleam is not None:
        table = to_u8(np.arange(256, dtype=np.float64)[:, None] * (np.array(glow) * sensor.gain))
        cv2.add(seen, cv2.LUT(cv2.cvtColor(gleam, cv2.COLOR_GRAY2BGR), table[None]), dst=seen)
    seen = _blur(seen, sensor, scale)
    if sensor.smear:
        seen = u8(cv2.medianBlur(seen, 3))
    seen = _noise(seen, sensor, rng, scale)
    seen = _develop(seen, sensor)
    if sensor.grey:
        seen = u8(cv2.cvtColor(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    return compressed(seen, sensor.jpeg) if sensor.jpeg else seen


def compressed(seen: U8, quality: int) -> U8:
    """What a JPEG file of that quality keeps of a picture."""
    data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return u8(cv2.imdecode(data, cv2.IMREAD_COLOR))


def _blur(seen: U8, sensor: Sensor, scale: float) -> U8:
    sigma = sensor.defocus * scale
    if sigma > 0.28:
        seen = u8(cv2.GaussianBlur(seen, (0, 0), sigma))
    length = sensor.shake[0] * scale
    if length > 1.2:
        size = int(np.ceil(length)) | 1
        kernel = np.zeros((size, size), np.float32)
        turn = np.radians(sensor.shake[1])
        middle = size // 2
        for t in np.linspace(-length / 2, length / 2, size * 4):
            x, y = middle + np.cos(turn) * t, middle + np.sin(turn) * t
            kernel[round(min(max(y, 0), size - 1)), round(min(max(x, 0), size - 1))] += 1
        seen = u8(cv2.filter2D(seen, -1, kernel / kernel.sum()))
    return seen


def _noise(seen: U8, sensor: Sensor, rng: Rng, scale: float) -> U8:
    # A smaller picture is the mean of many of the sensor's pixels.
    calm = float(np.clip(scale, 0.2, 1.0)) ** 0.7
    read, shot = sensor.read * calm, sensor.shot * calm
    if read + shot < 0.4:
        return seen
    rows, columns = seen.shape[:2]
    tile = window_of(grain(sensor.noise_grain, 3), columns, rows, rng)
    if sensor.colourful < 0.35:
        single = window_of(grain(sensor.noise_grain, 1), columns, rows, rng)
        tile = cv2.cvtColor(np.ascontiguousarray(single), cv2.COLOR_GRAY2BGR)
    deviation = np.sqrt(read**2 + shot**2 * np.arange(256) / 255).astype(np.float32)
    amount = cv2.LUT(seen, deviation)
    return u8(cv2.add(seen, cv2.multiply(amount, tile), dtype=cv2.CV_8U))


def _develop(seen: U8, sensor: Sensor) -> U8:
    t = np.arange(256, dtype=np.float64) / 255
    curve = t**sensor.gamma
    curve = curve + sensor.curve * (curve * curve * (3 - 2 * curve) - curve)
    # Stray light is about half as bright as the picture.
    curve = curve * (1 - sensor.haze) + sensor.haze * (0.45 + 0.55 * curve)
    if sensor.curve or sensor.haze or sensor.gamma != 1.0:
        seen = u8(cv2.LUT(seen, to_u8(curve * 255)))
    if sensor.saturation != 1.0:
        grey = (1 - sensor.saturation) * np.array([0.114, 0.587, 0.299])
        seen = u8(cv2.transform(seen, np.eye(3) * sensor.saturation + grey[None, :]))
    if sensor.sharpen:
        soft = cv2.GaussianBlur(seen, (0, 0), 1.2)
        seen = u8(cv2.addWeighted(seen, 1 + sensor.sharpen, soft, -sensor.sharpen, 0))
    return seen
