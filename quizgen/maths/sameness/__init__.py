"""What stands behind `maths/same.py`: residues, points, rigorous enclosures, and how they are put together."""
