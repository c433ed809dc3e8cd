"""Draws: one param's values, params that are tied to each other, and the whole space."""
