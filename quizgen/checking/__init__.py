"""What `quiz check` looks for in a template, one kind of finding a file."""
