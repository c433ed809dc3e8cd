"""Whole classes at once: a roster and a blueprint in, sheets out; answer files in, scores and feedback out.

Effects live here. Files are written under temporary names and renamed when they are whole; what is per student is
streamed, so that memory doesn't grow with the class.
"""
