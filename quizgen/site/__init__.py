"""The practice page as a folder of files: the packs bundled, the browser's runtime beside them, and a server for it."""
