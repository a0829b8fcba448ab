"""Settings of the processes that tests start: production's, with fast passwords and many pairings a minute."""

from config.settings import *  # noqa: F403
from config.settings import REST_FRAMEWORK

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": {"pairing": "1000/min"}}
