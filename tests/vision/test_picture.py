"""Loading pictures: every odd file gives one clear sentence, every good one its pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision import picture
from vision.picture import Picture, PictureError, load


def checker(width: int = 200, height: int = 120) -> Image.Image:
    """Red in the top left quarter, blue elsewhere."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[...] = (0, 0, 250)
    pixels[: height // 2, : width // 2] = (250, 0, 0)
    return Image.fromarray(pixels)


def test_pixels_are_blue_green_red(tmp_path: Path) -> None:
    checker().save(tmp_path / "a.png")
    loaded = load(tmp_path / "a.png")
    assert loaded.scale == 1.0
    assert tuple(loaded.pixels[10, 10]) == (0, 0, 250)
    assert tuple(loaded.pixels[100, 190]) == (250, 0, 0)


def test_a_large_jpeg_is_decoded_small_and_says_so(tmp_path: Path) -> None:
    checker(4608, 2592).save(tmp_path / "a.jpg")
    loaded = load(tmp_path / "a.jpg")
    assert loaded.pixels.shape == (1296, 2304, 3)
    assert loaded.scale == 2.0


def test_a_picture_below_twice_the_working_width_keeps_its_size(tmp_path: Path) -> None:
    checker(1920, 1080).save(tmp_path / "a.jpg")
    assert load(tmp_path / "a.jpg").pixels.shape == (1080, 1920, 3)


def test_exif_orientation_is_obeyed(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned a quarter clockwise
    checker().save(tmp_path / "a.jpg", exif=exif, quality=95)
    loaded = load(tmp_path / "a.jpg")
    assert loaded.pixels.shape == (200, 120, 3)
    assert loaded.pixels[10, 110, 2] > 200, "the red quarter has moved to the top right"


@pytest.mark.parametrize("mode", ["L", "CMYK", "P", "RGBA", "1", "LA"])
def test_other_modes_are_converted(tmp_path: Path, mode: str) -> None:
    suffix = ".tif" if mode == "CMYK" else ".png"
    checker().convert("RGB").convert("L" if mode == "LA" else mode).convert(mode).save(tmp_path / f"a{suffix}")
    assert load(tmp_path / f"a{suffix}").pixels.shape == (120, 200, 3)


def test_sixteen_bits_keep_their_range(tmp_path: Path) -> None:
    ramp = np.linspace(0, 65535, 200).astype(np.uint16)
    Image.fromarray(np.tile(ramp, (50, 1))).save(tmp_path / "a.png")
    pixels = load(tmp_path / "a.png").pixels
    assert pixels[0, 0, 0] <= 1
    assert pixels[0, -1, 0] >= 254
    assert 120 <= pixels[0, 100, 0] <= 135


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"gone\.jpg: there is no such file"):
        load(tmp_path / "gone.jpg")


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be opened"):
        load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"hello, not a picture", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0junk"])
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.jpg").write_bytes(content)
    with pytest.raises(PictureError, match=r"x\.jpg: "):
        load(tmp_path / "x.jpg")


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
def test_a_truncated_file_is_refused(tmp_path: Path, suffix: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / f"whole{suffix}")
    data = (tmp_path / f"whole{suffix}").read_bytes()
    (tmp_path / f"half{suffix}").write_bytes(data[: len(data) // 2])
    with pytest.raises(PictureError, match="damaged or truncated"):
        load(tmp_path / f"half{suffix}")


def test_an_enormous_picture_is_refused_by_its_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checker().save(tmp_path / "a.png")
    monkeypatch.setattr(picture, "MAX_PIXELS", 10_000)
    with pytest.raises(PictureError, match="200 x 120 pixels are more than"):
        load(tmp_path / "a.png")


def test_a_tiny_picture_is_refused(tmp_path: Path) -> None:
    checker(8, 8).save(tmp_path / "a.png")
    with pytest.raises(PictureError, match="too small"):
        load(tmp_path / "a.png")


def test_pixels_must_be_colour_bytes() -> None:
    with pytest.raises(PictureError, match="not a colour picture"):
        Picture(np.zeros((100, 100), np.uint8))
