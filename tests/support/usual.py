"""What the events of the tests have in common."""

POINTS = {
    "win": 2,
    "draw": 1,
    "loss": 0,
    "pairing_bye": 2,
    "requested_bye": 1,
    "absence": 0,
    "forfeit_win": 2,
    "forfeit_loss": 0,
}
