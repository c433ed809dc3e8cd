"""The one maths language: authors write formulas in it, learners answer in it."""
