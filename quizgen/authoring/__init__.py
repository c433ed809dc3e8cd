"""What stands behind the nouns that authors write: strict models, places, meanings of keys, schemas."""
