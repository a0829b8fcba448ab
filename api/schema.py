"""OpenAPI hooks."""
