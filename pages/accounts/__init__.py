"""Accounts: what django-allauth does not do itself, such as brakes on guessing, and how it speaks here."""
