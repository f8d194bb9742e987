#!/bin/sh
# Sets the clock to when the journal in a folder was written last, if it stands before that. Every press writes it; other
# files may have been copied there with times of their own.
newest=$(stat -c %Y "$1"/journal.sqlite* 2>/dev/null | sort -n | tail -n 1)
if [ -n "$newest" ] && [ "$(date +%s)" -lt "$newest" ]; then
    date -s "@$newest"
fi
