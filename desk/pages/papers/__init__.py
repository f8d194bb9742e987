"""What can be taken along from a desk, as files and on paper."""
