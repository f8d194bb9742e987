"""What the reading and the law reach, measured: the figures of docs/figures.md. No part of the appliance."""
