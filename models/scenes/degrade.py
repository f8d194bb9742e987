"""Single cards made to look as a camera at the table sees them: for training on crops."""

import cv2
import numpy as np

from models.scenes.arrays import F32, U8, Rng, f32, grain, to_u8, u8, window_of
from models.scenes.wear import random_print, random_wear


def degrade_card(rng: Rng, crop: U8, strength: float = 1.0) -> U8:
    """A BGR crop of a card with other inks, wear, light, mirrored light, blur, noise and JPEG; `strength` 0..1."""
    rows, columns = crop.shape[:2]
    card = np.dstack([crop, np.full((rows, columns), 255, np.uint8)])
    ink = random_print(rng, strength)
    if ink is not None:
        card = ink(card)
    wear = random_wear(rng, float(rng.uniform(0, 1)) * strength)
    if wear is not None:
        card = wear(card)
    image = u8(cv2.multiply(card[..., :3].copy(), _light(rng, rows, columns, strength), dtype=cv2.CV_8U))
    if rng.random() < 0.2 * strength:
        image = u8(cv2.add(image, cv2.cvtColor(_gleam(rng, rows, columns), cv2.COLOR_GRAY2BGR)))
    image = _soften(rng, image, strength)
    deviation = float(rng.uniform(0, 9)) * strength * (1.6 if rng.random() < 0.2 else 0.7)
    if deviation > 0.5:
        noise = window_of(grain(int(rng.integers(3)), 3), columns, rows, rng)
        image = u8(cv2.add(image, np.multiply(noise, np.float32(deviation)), dtype=cv2.CV_8U))
    if rng.random() < 0.3 * strength:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        amount = float(rng.uniform(0.2, 1.2))
        image = u8(cv2.addWeighted(image, 1 + amount, soft, -amount, 0))
    if rng.random() < 0.05 * strength:
        image = u8(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    if rng.random() < 0.5 * strength:
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        image = u8(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return image


def _light(rng: Rng, rows: int, columns: int, strength: float) -> F32:
    """Uneven coloured light with perhaps the edge of a shadow."""
    level = rng.uniform(1 - 0.55 * strength, 1 + 0.25 * strength)
    colour = np.exp(rng.normal(0, 0.09 * strength, 3))
    y, x = np.mgrid[:12, :12].astype(np.float32) / 11 - 0.5
    gain = 1 + strength * (rng.normal(0, 0.12) * x + rng.normal(0, 0.12) * y)
    if rng.random() < 0.25 * strength:
        turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4)
        edge = (np.cos(turn) * x + np.sin(turn) * y - at) * rng.uniform(3, 30)
        gain = gain * (1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-np.clip(edge, -30, 30))))
    small = (gain[..., None] * colour * level).astype(np.float32)
    return f32(cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR))


def _gleam(rng: Rng, rows: int, columns: int) -> U8:
    x = (np.arange(columns) / columns - rng.uniform(-0.2, 1.2)) / rng.uniform(0.2, 0.8)
    y = (np.arange(rows) / rows - rng.uniform(-0.2, 1.2)) / rng.uniform(0.15, 0.6)
    return to_u8(np.outer(np.exp(-y * y), np.exp(-x * x)) * rng.uniform(20, 220))


def _soften(rng: Rng, image: U8, strength: float) -> U8:
    """Out of focus, shaken, or seen from so far that pixels are few."""
    rows, columns = image.shape[:2]
    chance = rng.random()
    if chance < 0.35 * strength:
        return u8(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, columns / 55))))
    if chance < 0.5 * strength:
        length = int(rng.integers(2, max(3, columns // 22))) | 1
        kernel = np.zeros((length, length), np.float32)
        turn = rng.uniform(0, np.pi)
        reach = length / 2 * np.array([np.cos(turn), np.sin(turn)])
        middle = length // 2
        ends = [tuple(round(float(middle + s * r)) for r in reach) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0)
        return u8(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1.0)))
    if chance < 0.75 * strength:
        part = float(rng.uniform(0.3, 0.9))
        small = cv2.resize(
            image, (max(8, round(columns * part)), max(12, round(rows * part))), interpolation=cv2.INTER_AREA
        )
        return u8(cv2.resize(small, (columns, rows), interpolation=cv2.INTER_LINEAR))
    return image
