"""The web processes: `gunicorn --config deploy/gunicorn.conf.py config.wsgi`, from the folder of the site."""

import os

from config.observability import logging_settings

bind = "127.0.0.1:8001"

# One request at a time and a process; threads make the slowest requests on SQLite ten times slower.
worker_class = "sync"
# Set in the environment too, where the site's own checks look: several processes need Redis in common.
workers = int(os.environ.setdefault("WEB_CONCURRENCY", "3" if os.environ.get("REDIS_URL") else "1"))

# A request that takes longer is given up with its process. A stop lets those that run come to their end.
timeout = 30
graceful_timeout = 30
# Against whatever might pile up in weeks: a process is replaced after so many requests, never all at once.
max_requests = 200_000
max_requests_jitter = 20_000
# The sign of life of a process is a file; on a disk it could wait for the disk.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
# Synchronous workers close each connection behind its answer; the proxy keeps those of the browsers.
keepalive = 0

# Whose word counts on whether a request came by HTTPS: the proxy's on this machine. Elsewhere: its address.
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")

# Longer ones are no request of ours.
limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190

# Each request leaves its line in the site's own log, without query, address or name; so no second one here.
accesslog = None
logconfig_dict = logging_settings(os.environ.get("LOG_LEVEL", "INFO"))
# Managed by signals and the supervisor alone.
control_socket_disable = True
