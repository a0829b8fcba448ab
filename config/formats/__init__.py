"""How each language writes days and times; the clock has 24 hours in all of them."""
