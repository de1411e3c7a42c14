"""What is wrong with one IRI: its syntax, escapes, host, characters, direction, look-alikes and scheme."""
