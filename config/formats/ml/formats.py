"""Malayalam: 2026 ജൂലൈ 3, 18:30; the year first, as it is said, and the digits of every phone."""

TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y F j, H:i"
DATE_FORMAT = "Y F j"
