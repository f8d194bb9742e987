"""Debian's own kernel for 64-bit Arm, with the two modules that it leaves out: i2c-stub and gpio-sim.

They are built from Debian's source of the same kernel, in a fresh system of this machine's own kind, so that it does
not matter which one this machine runs. gpio-sim needs the kernel's simulated interrupts, which Debian leaves out too:
their source is made a module, with one call of a function that no module may call spelled out by two that it may.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.hardware.chroot import Fresh, bootstrap

SUITE = "bookworm"
"""lgpio, which reads the pins, has a ready wheel for this release's Python alone."""

SHIPPED = (
    "virtio_pci_modern_dev", "virtio_pci_legacy_dev", "virtio_pci", "netfs", "fscache", "9pnet", "9pnet_virtio", "9p",
    "configfs", "i2c-dev",
)  # fmt: skip
BUILT = ("irq_sim", "gpio-sim", "i2c-stub")

_PLACE = "/srv/kernel"
_INCLUDE = "gcc-aarch64-linux-gnu,make,xz-utils,linux-kbuild-6.1"
_BUILD = f"""
dpkg --add-architecture arm64
apt-get update --quiet=2
mkdir -p {_PLACE}/module && cd {_PLACE}
image=$(apt-cache depends linux-image-arm64:arm64 | sed -n 's/.*Depends: \\(linux-image-[^:]*\\).*/\\1/p' | head -n 1)
version=${{image#linux-image-}}
common=linux-headers-${{version%-arm64}}-common
apt-get download --quiet=2 $image:arm64 linux-headers-$version:arm64 $common linux-source-6.1 busybox-static:arm64
for package in linux-image linux-headers-$version busybox; do dpkg-deb --extract $package*.deb .; done
dpkg-deb --extract $common*.deb /
mkdir -p usr/lib && ln -sfn /usr/lib/linux-kbuild-6.1 usr/lib/linux-kbuild-6.1
dpkg-deb --fsys-tarfile linux-source-6.1*.deb | tar --extract --to-stdout ./usr/src/linux-source-6.1.tar.xz |
    tar --extract --xz --directory module --strip-components 1 --wildcards '*/drivers/i2c/i2c-stub.c' \\
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
cd module
mv drivers/*/*.[ch] kernel/irq/*.c .
sed -i 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' irq_sim.c
printf '\\n#include <linux/module.h>\\nMODULE_LICENSE("GPL");\\n' >> irq_sim.c
echo 'obj-m := {" ".join(f"{name}.o" for name in BUILT)}' > Makefile
make --silent -C {_PLACE}/usr/src/linux-headers-$version M=$PWD ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- modules
echo "kernel $version"
"""


class Kernel(NamedTuple):
    """A kernel, its modules by their files' names, and the program that loads them."""

    version: str
    image: Path
    modules: dict[str, bytes]
    busybox: bytes


def built(folder: Path) -> Kernel:
    """The kernel with its modules, built in `folder`; what was built there before is taken as it is."""
    fresh = Fresh(folder) if folder.exists() else bootstrap(SUITE, folder, None, _INCLUDE)
    place = fresh.path(_PLACE)
    if not all((place / "module" / f"{name}.ko").exists() for name in BUILT):
        fresh.run(_BUILD)
    image = next((place / "boot").glob("vmlinuz-*"))
    shipped = {name: next((place / "lib/modules").rglob(f"{name}.ko")) for name in SHIPPED}
    modules = shipped | {name: place / "module" / f"{name}.ko" for name in BUILT}
    return Kernel(
        image.name.removeprefix("vmlinuz-"),
        image,
        {path.name: path.read_bytes() for path in modules.values()},
        (place / "bin/busybox").read_bytes(),
    )
