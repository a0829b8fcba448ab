"""An evening under fire: whatever dies while results come in, none that was accepted is lost."""
