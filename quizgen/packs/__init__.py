"""Where packs are found on disk, and where their compiled templates are kept."""
