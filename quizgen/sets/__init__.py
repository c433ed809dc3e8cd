"""How a set is made up: its plan, what fills a section, what is used and kept, and until when."""
