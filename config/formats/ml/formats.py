"""Malayalam: 2026 ജൂലൈ 3, 18:30; the year first, as it is said, and the digits of every phone."""

from django.utils.translation import gettext_noop

TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y F j, H:i"
DATE_FORMAT = "Y F j"
# Django's own catalogue writes them with final consonants of two signs, which is an older spelling.
MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
