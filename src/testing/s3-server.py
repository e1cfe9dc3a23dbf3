"""An S3 server that checks signatures: OpenStack Swift with its s3api, all of it in this process, on loopback.

    s3-server.py FOLDER ACCESS_KEY_ID SECRET

prints its port once it serves, and ends when its input does, and FOLDER with it.
"""
import os
import shutil
import sys

import eventlet

eventlet.monkey_patch()

from swift.common import ring, utils
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.wsgi import loadapp

folder, access_key, secret = sys.argv[1:]
account, _, user = access_key.partition(':')
utils.HASH_PATH_SUFFIX = b'only here'
quiet = utils.get_logger({'log_level': 'CRITICAL'}, 'swift')


def listener():
    return eventlet.listen(('127.0.0.1', 0))


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def serve(sock, app):
    eventlet.spawn(eventlet.wsgi.server, sock, app, quiet, protocol=SwiftHttpProtocol, log_output=False)


def storage(kind):
    """One of the three servers behind the proxy, and the ring of one device that leads to it."""
    sock = listener()
    builder = ring.RingBuilder(1, 1, 0)
    device = {'id': 0, 'zone': 1, 'region': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': sock.getsockname()[1], 'device': 'disk', 'meta': ''}
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
    use = 'mem_object' if kind == 'object' else kind
    conf = f'[DEFAULT]\ndevices = {folder}\nmount_check = false\nswift_dir = {folder}\nlog_level = CRITICAL\n'
    path = write(f'{kind}.conf', f'{conf}[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#{use}\n')
    serve(sock, loadapp(path))


PROXY = f'''[DEFAULT]
swift_dir = {folder}
log_level = CRITICAL
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 30
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
'''


class Cache:
    """What memcached would be."""

    def __init__(self):
        self.held = {}

    def get(self, key, raise_on_error=False):
        return self.held.get(key)

    def set(self, key, value, **_):
        self.held[key] = value

    def delete(self, key, **_):
        self.held.pop(key, None)

    def incr(self, key, delta=1, **_):
        self.held[key] = (self.held.get(key) or 0) + delta
        return self.held[key]


cache = Cache()


def with_cache(app):
    def call(env, start_response):
        env['swift.cache'] = cache
        return app(env, start_response)

    return call


os.makedirs(os.path.join(folder, 'disk'))
for kind in ('account', 'container', 'object'):
    storage(kind)
sock = listener()
proxy = loadapp(write('proxy.conf', PROXY))
serve(sock, with_cache(proxy))
print(sock.getsockname()[1], flush=True)


def end_with_input():
    # Of the real threads and files: a green one would block the rest.
    eventlet.patcher.original('os').read(0, 1)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


eventlet.patcher.original('threading').Thread(target=end_with_input, daemon=True).start()
while True:
    eventlet.sleep(3600)
