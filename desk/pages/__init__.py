"""The desk's pages: public ones for everybody, and those of the committee, the judge and the pairs."""
