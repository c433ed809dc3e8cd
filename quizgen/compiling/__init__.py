"""What the solver does with a template, one stage a file."""
