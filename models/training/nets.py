"""The five networks. models/README.md says what each of them sees and says.

All take raw bytes (blue, green, red) and normalise inside the network, so that the exported file holds
everything that must not differ between training and the table.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training.labels import RANKS, SUITS
from vision.classify.evidence import ART

FINDER_OUTPUTS = 9
"""Card-or-not logit; offset to the card's centre (2); then for the long and for the short half-axis the logarithm of
its length, and the cosine and sine of twice its angle (an axis has no sign). Lengths in units of the stride."""

PARTER_OUTPUTS = FINDER_OUTPUTS + 3
"""The finder's, and how wrong the centre may be along either axis, and the turn."""


def conv(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """A 3 x 3 convolution with batch norm and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3 x 3 convolutions around which the input is passed on."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = conv(channels, channels, dilation=dilation)
        self.second = conv(channels, channels, dilation=dilation)[:-1]

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        return functional.relu(x + self.second(self.first(x)))


class Art(nn.Module):
    """(N, 128, 80, 4) bytes, the fourth channel 255 where the card is in view, to (N, 7697): 17 logits, 7680 features.

    The logits are those of ranks, suits and face; the features what it sees of 16 x 10 patches, 48 of each.
    """

    PARTS_TO_PATCHES = 5
    """Parts of the body after which it has seen what each patch shows, and some 27 pixels around it."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(4, 16, 2),
            conv(16, 24, 2),
            Residual(24),
            conv(24, 48, 2),
            Residual(48),
            conv(48, 96, 2),
            Residual(96),
        )
        self.drop = nn.Dropout(0.2)
        self.head = nn.Linear(288, ART)
        self.more = nn.Sequential(nn.Linear(288, 96), nn.ReLU(), nn.Linear(96, ART))

    def forward(self, crops: Tensor) -> Tensor:
        """Logits in the order ranks, suits, face: by what is seen anywhere in the cut-out, and what is seen most, of
        patches and of larger parts; then the features, patch by patch."""
        patches = self.body[: self.PARTS_TO_PATCHES](_levelled(crops))
        x = self.body[self.PARTS_TO_PATCHES :](patches)
        seen = self.drop(torch.cat([look for at in (x, patches) for look in (at.mean((2, 3)), at.amax((2, 3)))], 1))
        logits = self.head(seen) + self.more(seen)
        return torch.cat([logits, patches.permute(0, 2, 3, 1).flatten(1)], 1)


class Marks(nn.Module):
    """(N, 64, 192, 4) bytes, the fourth channel 255 where the card is in view, to (N, 514): 18 logits, 496 features.

    Twelve ranks by the numeral and "no numeral", four suits by the pinta and "no pinta"; then what it says these by.
    The numeral is looked for closely on the left, wherever it stands there, most where numerals usually are; the pinta
    along the edge, where place is what tells.
    """

    NUMERAL, PINTA = 40, 20
    """Columns from the left, and rows from the edge, of the first features (96 x 32)."""

    LOOKS = 4
    """How many places of the numeral's features (10 x 8) are attended to."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv(4, 16, 2)
        self.numeral = nn.Sequential(
            conv(16, 32), conv(32, 48, 2), conv(48, 48), Residual(48), conv(48, 72, 2), Residual(72)
        )
        self.look = nn.Conv2d(72, self.LOOKS, 1)
        self.usual = nn.Parameter(torch.zeros(self.LOOKS, 8, 10))
        self.rank = nn.Sequential(nn.Dropout(0.1), nn.Linear(72 * (2 + self.LOOKS), len(RANKS) + 1))
        self.pinta = nn.Sequential(
            conv(16, 16, 2),
            conv(16, 24),
            conv(24, 40, 2),
            nn.Conv2d(40, 8, 1, bias=False),
            nn.BatchNorm2d(8),
            nn.ReLU(inplace=True),
            nn.Flatten(),
        )
        self.suit = nn.Sequential(nn.Linear(8 * 5 * 24, 64), nn.ReLU(inplace=True), nn.Linear(64, len(SUITS) + 1))

    def forward(self, ends: Tensor) -> Tensor:
        """Logits in the order ranks, no numeral, suits, no pinta; then the features of the numeral and of the pinta."""
        seen = self.stem(_levelled(ends))
        numeral = self.numeral(seen[..., : self.NUMERAL])
        share = (self.look(numeral) + self.usual).flatten(2).softmax(2)
        looks = (share @ numeral.flatten(2).transpose(1, 2)).flatten(1)
        of_rank = torch.cat([numeral.mean((2, 3)), numeral.amax((2, 3)), looks], 1)
        of_suit = self.suit[:-1](self.pinta(seen[:, :, : self.PINTA]))
        return torch.cat([self.rank(of_rank), self.suit[-1](of_suit), of_rank, of_suit], 1)


def _levelled(crops: Tensor) -> Tensor:
    """(N, H, W, 4) bytes to (N, 4, H, W): colours with mean 0 and spread 1 where in view, else 0; and the mask."""
    x = crops.permute(0, 3, 1, 2).float() / 255
    mask, colour = x[:, 3:], x[:, :3]
    seen = mask.sum((2, 3), keepdim=True) + 1
    mean = (colour * mask).sum((2, 3), keepdim=True) / seen
    spread = ((colour - mean).square() * mask).sum((1, 2, 3), keepdim=True) / (3 * seen)
    colour = (colour - mean) / (spread + 0.001).sqrt() * mask
    return torch.cat([colour, mask], 1)


class Rims(nn.Module):
    """Tables of up to K cards, bytes (N, K, 176, 32, 4), four strips around each card, the fourth channel 255 where
    nothing else that was found lies, to (N, K): the logits that a card sticks to each which was not found.

    Each side is held against the one across, and against what such sides of the table's cards mostly look like: dark
    paper, or a frame near the edge, looks like another card where it is the only one. A place of zeros is no card: it
    tells nothing of the others, and its own logit means nothing.
    """

    SIDES, ROWS, FEATURES = 4, 6, 32
    """Sides of a card, rows of a strip that are left in the end, and numbers that tell of a side."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(4, 12, 2), conv(12, 20, 2), conv(20, 32, 2), conv(32, 32))
        self.side = nn.Sequential(nn.Linear(2 * 32 * self.ROWS, self.FEATURES), nn.ReLU())
        self.drop = nn.Dropout(0.15)
        self.head = nn.Sequential(nn.Linear(4 * self.FEATURES, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, tables: Tensor) -> Tensor:
        """A card sticks where it looks out at any side."""
        strips = _levelled(tables.flatten(0, 1)).unflatten(2, (self.SIDES, -1)).transpose(1, 2).flatten(0, 1)
        x = self.body(strips)
        seen = self.side(torch.cat([x.mean(3), x.amax(3)], 1).flatten(1))
        sides = seen.unflatten(0, (*tables.shape[:2], self.SIDES))
        across = sides.roll(2, 2)
        is_card = (tables[..., 3].amax((2, 3)) > 0).float()[..., None, None]
        usual = (sides * is_card).sum(1, keepdim=True) / is_card.sum(1, keepdim=True).clamp(min=1)
        usual = (usual + usual.roll(2, 2)) / 2  # a card lies either way round
        card = sides.mean(2, keepdim=True)
        told = torch.cat([sides, across, card.expand_as(sides), usual.expand_as(sides)], 3)
        return torch.logsumexp(self.head(self.drop(told.flatten(0, 2))).reshape(sides.shape[:3]), 2)


class Stem(nn.Module):
    """Bytes (N, H, W, 3) to (N, outputs, H / 4, W / 4), each output from 6 x 6 pixels."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.look = nn.Conv2d(3, outputs, 6, 4, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, pictures: Tensor) -> Tensor:
        """What can be done to the weights is not done to the picture: exported, that costs nothing.

        The scale of the bytes is taken out of them; and they are laid out for four pixels side by side as one of twelve
        colours, because a processor gathers few long rows of bytes sooner than many of three.
        """
        batch, height, width, colours = pictures.shape
        x = pictures.reshape(batch, height, width // 4, 4 * colours).permute(0, 3, 1, 2).float()
        # Three fours begin three pixels before the six that are looked at, and end three after them.
        fours = functional.pad(self.look.weight / 128, (3, 3)).unflatten(3, (3, 4)).permute(0, 4, 1, 2, 3)
        return functional.relu(self.norm(functional.conv2d(x, fours.flatten(1, 2), None, (4, 1), 1)))

    @staticmethod
    def unfolded(fours: Tensor) -> Tensor:
        """The weights (outputs, 3, 6, 6) of which the export made these (outputs, 12, 6, 3)."""
        outputs = len(fours)
        rows = fours.reshape(outputs, 4, 3, 6, 3).permute(0, 2, 3, 4, 1).reshape(outputs, 3, 6, 12)
        return rows[..., 3:9] * 128


class _Grid(nn.Module):
    """(N, H, W, 3) bytes, H and W multiples of 32, to (N, outputs, H / 8, W / 8).

    It looks at 32 pixels a cell for what belongs together, and comes back to 8 for where it is. `widths`: how many
    features it has at 8, 16 and 32.
    """

    def __init__(self, widths: tuple[int, int, int], deeper: bool, outputs: int) -> None:
        super().__init__()
        at8, at16, at32 = widths
        self.to8 = nn.Sequential(Stem(24), conv(24, at8, 2), *([Residual(at8)] if deeper else []))
        self.to16 = nn.Sequential(conv(at8, at16, 2), Residual(at16), *([Residual(at16)] if deeper else []))
        self.to32 = nn.Sequential(conv(at16, at32, 2), Residual(at32), Residual(at32, 2))
        self.from32 = nn.Sequential(nn.Conv2d(at32, at16, 1, bias=False), nn.BatchNorm2d(at16))
        self.merge16 = Residual(at16)
        self.from16 = nn.Sequential(nn.Conv2d(at16, at8, 1, bias=False), nn.BatchNorm2d(at8))
        self.merge8 = nn.Sequential(Residual(at8), conv(at8, at8)) if deeper else conv(at8, at8)
        self.head = nn.Conv2d(at8, outputs, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        """Raw outputs; lengths are in units of the stride."""
        at8 = self.to8(pictures)
        at16 = self.to16(at8)
        at32 = self.to32(at16)
        at16 = self.merge16(functional.relu(at16 + _twice(self.from32(at32))))
        at8 = self.merge8(functional.relu(at8 + _twice(self.from16(at16))))
        return self.head(at8)


class Finder(_Grid):
    """(N, H, W, 3) bytes to (N, 9, H / 8, W / 8)."""

    def __init__(self) -> None:
        super().__init__((32, 64, 96), False, FINDER_OUTPUTS)
        nn.init.constant_(self.head.bias[:1], -2.0)  # type: ignore[index]


class Parter(_Grid):
    """(N, H, W, 3) bytes to (N, 12, H / 8, W / 8).

    These are the finder's outputs, and the logarithms of how wrong the centre may be along the long and along the short
    axis, and the turn. Built like the finder, wider and deeper: it looks closely, and only where the finder's glance
    saw cards.
    """

    def __init__(self) -> None:
        super().__init__((40, 80, 120), True, PARTER_OUTPUTS)

    def grow(self, finder: dict[str, Tensor]) -> None:
        """Begin as the finder with these weights, and say what it said.

        What is new gives nothing yet, and is there to be trained.
        """
        own = self.state_dict()
        for name, weight in finder.items():
            mine = own[name.replace("merge8.", "merge8.1.")]
            if mine.ndim == 4:
                mine[: weight.shape[0], weight.shape[1] :] = 0
                mine[: weight.shape[0], : weight.shape[1]] = weight
            elif mine.ndim == 1:
                mine[: weight.shape[0]] = weight
        for new in ("to8.2", "to16.2", "merge8.0"):
            own[f"{new}.second.1.weight"].zero_()
        self.load_state_dict(own)


def _twice(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")
