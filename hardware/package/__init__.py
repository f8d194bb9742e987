"""The Debian package, and what is copied onto a memory card so that the first start installs it."""
