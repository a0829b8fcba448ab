"""PostgreSQL as the site uses it: Django's backend, and patience while the server restarts."""
