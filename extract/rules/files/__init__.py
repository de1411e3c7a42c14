"""What is wrong with a file, a message, or the links of all files."""
