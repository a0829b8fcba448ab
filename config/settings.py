"""Settings of the site, read from the environment alone.

Without a single variable set this is the laptop: SQLite in `var/`, tasks run in the request, DEBUG on
for loopback hosts. Production sets SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL and REDIS_URL; the table of
all variables is in docs/operate.md.
"""

import logging
import sys
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.observability import logging_settings
from config.schedule import Every

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DEFAULT_SECRET_KEY = "insecure-demo-key-for-loopback-only-0123456789-abcdefghij"  # noqa: S105
LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"]

DEBUG: bool = env.bool("DEBUG", default=False)
SECRET_KEY: str = env.str("SECRET_KEY", default=DEFAULT_SECRET_KEY)
# Keys of before: what they have signed goes on to count until they are taken off.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=LOOPBACK_HOSTS)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SITE_URL: str = env.str("SITE_URL", default="http://127.0.0.1:8000")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "tournaments",
    "scoring",
    "api",
    "pages",
    "config",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Before all that answers by itself, so that every answer carries the policy.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    # Before whatever reads the name of the host, which a load balancer does not know.
    "config.probes.ProbesMiddleware",
    "config.metrics.MetricsMiddleware",
    "config.door.PlainDoorMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    # Before all that may refuse a page, so that the refusal speaks its language.
    "pages.languages.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Before the first that reads a body.
    "config.limits.LimitsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
AUTH_USER_MODEL = "tournaments.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "own_events"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Accounts of this site alone, by user name and password; nobody signs up without an invitation.
ACCOUNT_ADAPTER = "pages.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "pages.accounts.forms.LoginForm"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_SIGNUP_ENABLED = False
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105
ACCOUNT_SESSION_REMEMBER = True
# Attempts, time, and what is counted; pages/accounts/brakes.py puts together those that begin with login_.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "login_failed": "",
    "login_here": "5/5m/key",  # one account at one address
    "login_account": "30/h/key",  # one account at any address
    "login_address": "30/10m/ip",  # more than these make an address noisy
    "login_noisy": "2/10m/key",  # one account at a noisy address
    "login_unknown": "60/m/ip",  # names that nobody has
    "login_known": "10/10m/key,60/d/key",  # one account in a browser that has logged into it before
    "change_password": "5/m/user",
    "reset_password": "20/m/ip,3/h/key",
    "reset_password_from_key": "20/m/ip",
}
# How many proxies stand before the site; without any, what a client says of its address counts nothing.
PROXIES: int = env.int("PROXIES", default=0)

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]


# Of a session with PostgreSQL, in milliseconds: what waits or works for longer is given up.
LIMITS = {
    "lock_timeout": 3_000,
    "statement_timeout": 1000 * env.int("STATEMENT_TIMEOUT", default=30),
    "idle_in_transaction_session_timeout": 60_000,
}


def _database() -> dict[str, Any]:
    """The one database: SQLite tuned for many short writers, or PostgreSQL with a bounded wait for locks."""
    (BASE_DIR / "var").mkdir(exist_ok=True)
    config: dict[str, Any] = dict(
        env.db("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'var' / 'baza.sqlite3'}")
    )
    config["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=0)
    options = dict(config.get("OPTIONS") or {})
    if config["ENGINE"].endswith("sqlite3"):
        # One that begins DEFERRED cannot wait for its write lock: it fails at once (docs/decisions/0003).
        options |= {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
        }
    else:
        config["ENGINE"] = "config.postgresql"
        config["CONN_HEALTH_CHECKS"] = True
        # A server that does not answer: seconds to connect, milliseconds until what was sent is given up.
        options |= {"connect_timeout": 3, "tcp_user_timeout": 10_000}
        options["options"] = " ".join(f"-c {name}={limit}" for name, limit in LIMITS.items())
        # A statement that comes again is planned once a connection (docs/decisions/0015).
        options |= {"server_side_binding": True, "prepare_threshold": 3}
    config["OPTIONS"] = options
    return config


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL: str = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # One that is away is noticed at once; one that came back has forgotten the old connections.
            "OPTIONS": {
                "socket_connect_timeout": 0.5,
                "socket_timeout": 0.5,
                "retry": Retry(NoBackoff(), 1),
            },
        }
    }
else:
    # With room for more than a flood of guesses, which would push out what was counted before it.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

# Without a mail server what would be sent is printed where the site runs.
EMAIL_URL: str = env.str("EMAIL_URL", default="")
MAIL_IS_SET_UP = bool(EMAIL_URL)
_mail = environ.Env.email_url_config(EMAIL_URL or "consolemail://")
EMAIL_BACKEND: str = _mail["EMAIL_BACKEND"]
EMAIL_HOST: str = _mail["EMAIL_HOST"] or "localhost"
EMAIL_HOST_USER: str = _mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD: str = _mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS: bool = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = _mail.get("EMAIL_USE_SSL", False)
EMAIL_PORT: int = _mail["EMAIL_PORT"] or (587 if EMAIL_USE_TLS else 465 if EMAIL_USE_SSL else 25)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL: str = env.str("EMAIL_FROM", default="baza@localhost")

# Without Redis there are no workers: what a result leads to is done in its request.
WORKERS = bool(REDIS_URL)
# With them results are collected for so long before standings are computed.
SWEEP_SECONDS = 0.5
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 1, "socket_connect_timeout": 1}
CELERY_TASK_PUBLISH_RETRY = False
# Nothing is ever sent but by this schedule, and what is lost comes again with its next round.
CELERY_BEAT_SCHEDULE = {
    "publish": {
        "task": "scoring.tasks.sweep",
        "schedule": Every(SWEEP_SECONDS),
        "options": {"expires": 3600},
    },
    "expire-pairing-codes": {"task": "scoring.tasks.expire_pairing_codes", "schedule": Every(600)},
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("ml", _("Malayalam"))]
# For players alone, on public pages and tablets (pages/languages.py); the desk then speaks LANGUAGE_CODE.
LANGUAGES_FOR_PLAYERS = frozenset({"ml"})
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
FORMAT_MODULE_PATH = "config.formats"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Files are served from the source until they have been collected whole; who collects marks their names.
_is_collected = (STATIC_ROOT / "staticfiles.json").exists() or "collectstatic" in sys.argv
WHITENOISE_USE_FINDERS = env.bool("WHITENOISE_USE_FINDERS", default=not _is_collected)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if WHITENOISE_USE_FINDERS
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "config.handlers.form_outdated"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
HTTPS: bool = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# The site speaks for its own name: what is served below or beside it is not ours to bind.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# `make run TLS=1` sets these: the port of the site, and that of the plain door to the page on trust.
TLS_PORT: int = env.int("TLS_PORT", default=0)
PLAIN_PORT: int = env.int("PLAIN_PORT", default=0)
TLS_AUTHORITY = Path(env.str("TLS_FOLDER", default=str(BASE_DIR / "var" / "tls"))) / "authority.crt"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS or bool(TLS_PORT)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.auth.DeviceAuthentication", "api.auth.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.handle",
    "DEFAULT_THROTTLE_RATES": {"pairing": "120/min", "calls": "30/min"},
    "NUM_PROXIES": PROXIES,
    "DEFAULT_VERSIONING_CLASS": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Baza",
    "DESCRIPTION": "Events, rounds, results and standings of partnership card games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.schema.add_common_answers",
    ],
}

METRICS: bool = env.bool("METRICS", default=False)
METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
PROMETHEUS_MULTIPROC_DIR: str = env.str("PROMETHEUS_MULTIPROC_DIR", default="")
if PROMETHEUS_MULTIPROC_DIR:
    Path(PROMETHEUS_MULTIPROC_DIR).mkdir(parents=True, exist_ok=True)

LOGGING = logging_settings(env.str("LOG_LEVEL", default="INFO"))
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# The sweep comes twice a second; what fails is told as an error all the same.
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.INFO
# A request that is refused is an ordinary answer: no warning for whoever watches the terminal.
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
