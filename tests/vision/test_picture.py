"""Loading pictures: every odd file gives one clear sentence, every good one its pixels."""

from __future__ import annotations

import io
import os
import struct
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from vision.picture import Picture, PictureError, load


def checker(width: int = 200, height: int = 120) -> Image.Image:
    """Red in the top left quarter, blue elsewhere."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[...] = (0, 0, 250)
    pixels[: height // 2, : width // 2] = (250, 0, 0)
    return Image.fromarray(pixels)


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    """A PNG file of these chunks."""
    data = b"\x89PNG\r\n\x1a\n"
    for name, content in chunks:
        data += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return data


def test_pixels_are_blue_green_red(tmp_path: Path) -> None:
    checker().save(tmp_path / "a.png")
    loaded = load(tmp_path / "a.png")
    assert loaded.scale == 1.0
    assert tuple(loaded.pixels[10, 10]) == (0, 0, 250)
    assert tuple(loaded.pixels[100, 190]) == (250, 0, 0)


def test_a_large_jpeg_is_decoded_small_and_says_so(tmp_path: Path) -> None:
    checker(6000, 3000).save(tmp_path / "a.jpg")
    loaded = load(tmp_path / "a.jpg")
    assert loaded.pixels.shape == (1500, 3000, 3)
    assert loaded.scale == 2.0


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (4608, 2592), (5998, 2000)])
def test_a_picture_in_whose_pixels_the_ends_of_cards_are_read_keeps_its_size(
    tmp_path: Path, width: int, height: int
) -> None:
    checker(width, height).save(tmp_path / "a.jpg")
    loaded = load(tmp_path / "a.jpg")
    assert (loaded.pixels.shape, loaded.scale) == ((height, width, 3), 1.0)


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [(1, (0, 0)), (2, (0, 1)), (3, (1, 1)), (4, (1, 0)), (5, (0, 0)), (6, (0, 1)), (7, (1, 1)), (8, (1, 0))],
)
@pytest.mark.parametrize("suffix", [".jpg", ".png", ".tif", ".webp"])
def test_every_orientation_is_turned_upright(
    tmp_path: Path, orientation: int, corner: tuple[int, int], suffix: str
) -> None:
    """The red quarter, stored at the top left, lies where a viewer shows it; `corner` is its (row, column)."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    checker().save(tmp_path / f"a{suffix}", exif=exif, quality=95)
    loaded = load(tmp_path / f"a{suffix}")
    assert loaded.pixels.shape == ((120, 200, 3) if orientation < 5 else (200, 120, 3))
    for row in (0, 1):
        for column in (0, 1):
            y, x = ((-10 if far else 10) for far in (row, column))
            blue, _, red = (int(level) for level in loaded.pixels[y, x])
            assert (red > blue) == ((row, column) == corner)


def test_a_large_turned_jpeg_is_decoded_small_too(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    checker(6000, 3000).save(tmp_path / "a.jpg", exif=exif)
    loaded = load(tmp_path / "a.jpg")
    assert (loaded.pixels.shape, loaded.scale) == ((3000, 1500, 3), 2.0)


def test_damaged_exif_data_leaves_the_picture(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    checker().save(tmp_path / "a.jpg", exif=exif)
    data = (tmp_path / "a.jpg").read_bytes()
    at = data.index(b"Exif") + 6
    (tmp_path / "b.jpg").write_bytes(data[:at] + b"\xff" * 12 + data[at + 12 :])
    assert load(tmp_path / "b.jpg").pixels.shape == (120, 200, 3)


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


def test_sixteen_bits_of_a_dark_picture_stay_dark(tmp_path: Path) -> None:
    Image.fromarray(np.full((50, 50), 200, np.uint16)).save(tmp_path / "a.png")
    assert load(tmp_path / "a.png").pixels.max() <= 1


def test_sixteen_bits_a_colour(tmp_path: Path) -> None:
    """Written by hand: Pillow reads such files, but does not write them."""
    row = b"\0" + b"\xff\xfe\x80\x01\x00\x05" * 64
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 16, 2, 0, 0, 0)), (b"IDAT", zlib.compress(row * 64))]
    (tmp_path / "a.png").write_bytes(png(*chunks, (b"IEND", b"")))
    assert tuple(load(tmp_path / "a.png").pixels[5, 5]) == (0, 128, 255)


def test_ink_colours_keep_their_look(tmp_path: Path) -> None:
    checker().convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    loaded = load(tmp_path / "a.jpg")
    blue, green, red = (int(level) for level in loaded.pixels[10, 10])
    assert red > 230
    assert blue < 30
    assert green < 30


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    clear = checker().convert("RGBA")
    clear.putalpha(Image.new("L", clear.size, 0))
    clear.save(tmp_path / "a.png")
    assert load(tmp_path / "a.png").pixels.min() == 255


def test_a_palette_with_a_transparent_colour(tmp_path: Path) -> None:
    paletted = checker().convert("P")
    paletted.info["transparency"] = paletted.getpixel((0, 0))
    paletted.save(tmp_path / "a.png", transparency=paletted.getpixel((0, 0)))
    loaded = load(tmp_path / "a.png")
    assert tuple(loaded.pixels[10, 10]) == (255, 255, 255)
    assert loaded.pixels[100, 190, 0] > 200


def test_fractions_of_grey(tmp_path: Path) -> None:
    Image.fromarray(np.linspace(0, 1, 100 * 100, dtype=np.float32).reshape(100, 100)).save(tmp_path / "a.tif")
    pixels = load(tmp_path / "a.tif").pixels
    assert (pixels[0, 0, 0], pixels[-1, -1, 0]) == (0, 255)


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".png", ".tif"])
def test_of_several_pictures_in_a_file_it_is_the_first_and_that_is_noted(tmp_path: Path, suffix: str) -> None:
    others = [Image.new("RGB", (200, 120), colour) for colour in ("white", "green")]
    checker().save(tmp_path / f"a{suffix}", save_all=True, append_images=others)
    loaded = load(tmp_path / f"a{suffix}")
    assert loaded.note == "the file holds 3 pictures, and this is the first"
    assert loaded.pixels[10, 10, 2] > 200, "red, not white"


def test_a_phones_preview_is_nothing_to_note(tmp_path: Path) -> None:
    checker(6000, 3000).save(tmp_path / "a.jpg", "MPO", save_all=True, append_images=[checker(64, 48)])
    loaded = load(tmp_path / "a.jpg")
    assert (loaded.note, loaded.scale, loaded.pixels.shape) == (None, 2.0, (1500, 3000, 3))


def test_a_large_picture_that_is_no_jpeg_is_shrunk_after_decoding(tmp_path: Path) -> None:
    checker(6002, 3000).save(tmp_path / "a.png")
    loaded = load(tmp_path / "a.png")
    assert (loaded.scale, loaded.pixels.shape) == (2.0, (1500, 3001, 3))
    assert tuple(loaded.pixels[10, 10]) == (0, 0, 250)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"gone\.jpg: there is no such file"):
        load(tmp_path / "gone.jpg")


def test_what_the_system_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be opened: File name too long"):
        load(tmp_path / f"{'x' * 300}.jpg")


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be opened: it is a folder"):
        load(tmp_path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jpg")
    with pytest.raises(PictureError, match="a device, not a file"):
        load(tmp_path / "a.jpg")


def test_a_phones_own_format_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(struct.pack(">I", 24) + b"ftypheic" + bytes(12))
    with pytest.raises(PictureError, match="HEIC picture, which cannot be read here; save it as JPEG"):
        load(tmp_path / "a.heic")


def test_what_is_no_photograph_is_refused(tmp_path: Path) -> None:
    checker(64, 64).save(tmp_path / "a.ico")
    with pytest.raises(PictureError, match="a ICO file is no photograph"):
        load(tmp_path / "a.ico")


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
    with pytest.raises(PictureError, match="the file is damaged, or part of it is missing"):
        load(tmp_path / f"half{suffix}")


def test_a_file_cut_within_its_header_is_damaged(tmp_path: Path) -> None:
    checker().save(tmp_path / "whole.jpg")
    (tmp_path / "start.jpg").write_bytes((tmp_path / "whole.jpg").read_bytes()[:300])
    with pytest.raises(PictureError, match="the file is damaged, or part of it is missing"):
        load(tmp_path / "start.jpg")


@pytest.mark.parametrize("side", [12_000, 60_000])
def test_a_bomb_is_refused_by_its_header(tmp_path: Path, side: int) -> None:
    """The file ends after its header: who decodes it would complain of something else."""
    (tmp_path / "a.png").write_bytes(png((b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", b"")))
    with pytest.raises(PictureError, match=r"a\.png: .*more than the 120000000"):
        load(tmp_path / "a.png")


def test_less_is_allowed_where_all_of_it_is_decoded(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 10_000, 9_000, 8, 2, 0, 0, 0)
    (tmp_path / "a.png").write_bytes(png((b"IHDR", header), (b"IDAT", b"")))
    with pytest.raises(PictureError, match="10000 x 9000 pixels are more than the 64000000 allowed in a PNG"):
        load(tmp_path / "a.png")


def test_a_tiny_picture_is_refused(tmp_path: Path) -> None:
    checker(8, 8).save(tmp_path / "a.png")
    with pytest.raises(PictureError, match="too small"):
        load(tmp_path / "a.png")


@pytest.mark.parametrize("form", ["png", "jpg"])
def test_a_long_thin_picture_is_told_by_its_own_size_and_shrunk_as_its_shorter_side_bears(
    tmp_path: Path, form: str
) -> None:
    checker(20_000, 2).save(tmp_path / f"a.{form}")
    with pytest.raises(PictureError, match="too small to hold a card: 20000 x 2 pixels"):
        load(tmp_path / f"a.{form}")
    checker(20_000, 40).save(tmp_path / f"b.{form}")
    assert load(tmp_path / f"b.{form}").pixels.shape == (20, 10_000, 3)


def test_pixels_must_be_colour_bytes() -> None:
    with pytest.raises(PictureError, match="not a colour picture"):
        Picture(np.zeros((100, 100), np.uint8))


def encoded(kind: str) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    stream = io.BytesIO()
    checker(40, 30).save(stream, kind, **({"exif": exif} if kind in ("JPEG", "PNG", "TIFF", "WEBP") else {}))
    return stream.getvalue()


WHOLE = {kind: encoded(kind) for kind in ("JPEG", "PNG", "TIFF", "WEBP", "GIF", "BMP", "PPM", "JPEG2000")}


@given(
    st.sampled_from(sorted(WHOLE)),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=8),
    st.floats(0.2, 1),
)
def test_damaged_bytes_give_a_picture_or_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, kind: str, changes: list[tuple[float, int]], kept: float
) -> None:
    data = bytearray(WHOLE[kind])
    for at, value in changes:
        data[int(at * at * len(data))] = value
    path = tmp_path_factory.mktemp("damaged") / "a"
    path.write_bytes(data[: int(kept * len(data))])
    complaint = f"{path}: "
    with warnings.catch_warnings(record=True) as said:
        try:
            load(path)
        except PictureError as error:
            complaint = str(error)
    assert complaint.startswith(f"{path}: ")
    assert "\n" not in complaint
    assert not said


def test_nothing_is_said_beside_the_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Pillow's own messages would come out on standard error where nobody else listens."""
    data = bytearray(WHOLE["TIFF"])
    at = data.index(struct.pack("<HHI", 277, 3, 1))
    data[at + 8 : at + 10] = struct.pack("<H", 2048)
    (tmp_path / "a.tif").write_bytes(data)
    with pytest.raises(PictureError):
        load(tmp_path / "a.tif")
    assert capfd.readouterr().err == ""


def test_a_picture_at_working_size_says_how_much_smaller_it_is() -> None:
    pixels = np.random.default_rng(1).integers(0, 255, (2 * 1296, 2 * 2304, 3), dtype=np.uint8)
    smaller = Picture(pixels, scale=1.5, note="odd").at_working_size()
    assert (smaller.pixels.shape, smaller.scale, smaller.note) == ((1296, 2304, 3), 3.0, "odd")
    np.testing.assert_allclose(smaller.pixels[5, 7], pixels[10:12, 14:16].mean((0, 1)), atol=1)


def test_a_picture_that_is_not_too_large_is_at_working_size() -> None:
    picture = Picture(np.zeros((1500, 4000, 3), np.uint8))
    assert picture.at_working_size() is picture


@pytest.mark.parametrize(("width", "height", "smaller"), [(31, 4700, 31), (5000, 16, 16), (40, 9300, 20)])
def test_a_narrow_picture_is_halved_only_while_it_can_hold_a_card(width: int, height: int, smaller: int) -> None:
    picture = Picture(np.zeros((height, width, 3), np.uint8))
    assert min(picture.at_working_size().pixels.shape[:2]) == smaller
