"""The people of an evening and what each does with the pages: by clicking and typing alone."""
