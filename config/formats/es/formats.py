"""Spanish: 3 de julio de 2026, 18:30. Without “a las”, since it is “a la 1:30”."""

TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
