#!/bin/sh
# Has the package beside this file installed, from the next time on that there is a network.
set -eu
unit=hamarreko-first-start.service
install -D -m 0644 "$(dirname "$0")/$unit" "${DESTDIR:-}/etc/systemd/system/$unit"
systemctl daemon-reload
systemctl enable "$unit"
# bookworm asks for it once: it is on the card before the first start counts as done
sync
