"""English: July 3, 2026, 18:30."""

TIME_FORMAT = "H:i"
DATETIME_FORMAT = "N j, Y, H:i"
