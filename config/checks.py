"""System checks that refuse unsafe settings."""
