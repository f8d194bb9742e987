"""The two networks: the finder, which sees cards on the table, and the namer, which reads one card.

Both take raw bytes (blue, green, red) and normalise inside the network, so that the exported file holds
everything that must not differ between training and the table.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training.labels import RANKS, SUITS

NAMER_SIZE = (80, 128)
"""Width and height of a rectified card in pixels."""

NAMER_OUTPUTS = len(RANKS) + len(SUITS) + 1
"""Twelve rank logits, four suit logits, and one for "this is the face of a Spanish card"."""

FINDER_OUTPUTS = 9
"""Card-or-not logit; offset to the card's centre (2); then for the long and for the short half-axis the logarithm of
its length, and the cosine and sine of twice its angle (an axis has no sign). Lengths in units of the stride."""


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
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, dilation, dilation=dilation, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Same shape in and out."""
        return functional.relu(x + self.second(self.first(x)))


class Namer(nn.Module):
    """(N, 128, 80, 4) bytes, the fourth channel 255 where the card is in view, to (N, 17) logits."""

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
        self.head = nn.Linear(192, NAMER_OUTPUTS)

    def forward(self, crops: Tensor) -> Tensor:
        """Logits in the order ranks, suits, face."""
        x = crops.permute(0, 3, 1, 2).float() / 255
        mask, colour = x[:, 3:], x[:, :3]
        seen = mask.sum((2, 3), keepdim=True) + 1
        mean = (colour * mask).sum((2, 3), keepdim=True) / seen
        spread = ((colour - mean).square() * mask).sum((1, 2, 3), keepdim=True) / (3 * seen)
        colour = (colour - mean) / (spread + 0.001).sqrt() * mask
        x = self.body(torch.cat([colour, mask], 1))
        x = torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)
        return self.head(self.drop(x))


class Finder(nn.Module):
    """(N, H, W, 3) bytes, H and W multiples of 16, to (N, 9, H / 8, W / 8)."""

    def __init__(self) -> None:
        super().__init__()
        self.to8 = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), conv(24, 40, 2), Residual(40))
        self.to16 = nn.Sequential(conv(40, 64, 2), Residual(64), Residual(64, 2), Residual(64, 3))
        self.back = nn.Sequential(nn.Conv2d(64, 40, 1, bias=False), nn.BatchNorm2d(40))
        self.merge = conv(40, 40)
        self.head = nn.Conv2d(40, FINDER_OUTPUTS, 1)
        nn.init.constant_(self.head.bias[:1], -2.0)  # type: ignore[index]

    def forward(self, pictures: Tensor) -> Tensor:
        """Raw outputs; lengths are in units of the stride."""
        x = pictures.permute(0, 3, 1, 2).float() / 128 - 1
        fine = self.to8(x)
        coarse = self.back(self.to16(fine))
        fine = functional.relu(fine + functional.interpolate(coarse, scale_factor=2.0, mode="nearest"))
        return self.head(self.merge(fine))
