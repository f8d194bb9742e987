#!/bin/sh
# Raspberry Pi OS bookworm runs this once, in the place of Raspberry Pi Imager's own, which is now firstrun-imager.sh.
# The Raspberry Pi restarts after it.
boot=$(dirname "$0")
# first: at the end of Raspberry Pi Imager's nobody asks for this script any more
sh "$boot/hamarreko/first-start.sh"
if [ -f "$boot/firstrun-imager.sh" ]; then
    bash "$boot/firstrun-imager.sh"
fi
sed -i 's| systemd\.[^ ]*||g' "$boot/cmdline.txt"
rm -f "$boot/firstrun-imager.sh" "$boot/firstrun.sh"
exit 0
