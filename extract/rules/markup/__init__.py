"""What was meant as a link and is none: a wide net, the format's own parser as the judge, and a proof for each fix."""
