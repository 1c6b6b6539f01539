"""A connector for Connector Protocol 1.0 that publishes short posts to a small blog.

Python 3.9 or newer, standard library only. Configured by environment variables:

    CONNECTOR_TOKEN    what the service must present to us
    DESTINATION_URL    where the blog is, for example http://127.0.0.1:18055
    DESTINATION_TOKEN  what we present to the blog; it never goes anywhere else
    STATE_DIR          folder of the operation journal; it must survive restarts
    HOST, PORT         where to listen (127.0.0.1, 18787)

Read publisher.py first: it decides what may be written, when, and what may be said about it.
"""

import hmac
import os
import signal
import sys
from urllib.parse import unquote

from blog import Blog, unreachable
from journal import Journal
from log import log
from post import MANIFEST, PROFILE, REVISION, unknown_connection, unusable_profile, unusable_settings
from problem import Problem, invalid, refused
from publisher import Publisher
from reading import members
from server import Server


class Connector:
    """The six routes: each takes the body (or the operation id) and returns a status and a document."""

    def __init__(self, token, journal, blog):
        self._token = token.encode()
        self._journal, self._blog, self._publisher = journal, blog, Publisher(journal, blog)

    def authenticate(self, headers):
        scheme, _, given = headers[0].partition(' ') if len(headers) == 1 else ('', '', '')
        same = hmac.compare_digest(given.encode('utf-8', 'replace'), self._token)
        if scheme.lower() != 'bearer' or not same:
            detail = 'The request carries no bearer token, or not the one this connector was given.'
            action = 'Give the service and the connector the same connector token.'
            raise refused('unauthorized', 'The request is not authorized', detail, action, status=401)

    def handle(self, method, path, body):
        path = path.partition('?')[0]
        prefix = '/v1/operations/'
        if path.startswith(prefix) and path != prefix:
            require_method(method, 'GET')
            return self._publisher.lookup(operation_id(path[len(prefix):]))
        if path in self.ROUTES:
            wanted, route = self.ROUTES[path]
            require_method(method, wanted)
            return route(self, body)
        action = 'Check the address of the connector in the configuration of the service.'
        raise Problem(404, 'route_not_found', 'There is no such route', 'The path is not known.', action)

    def manifest(self, body):
        return 200, MANIFEST

    def health(self, body):
        if not self._blog.healthy():
            raise unreachable()
        return 200, {'status': 'ready'}

    def connections(self, body):
        workspace = members(body, ['workspace_id'])['workspace_id']
        account = {'id': 'blog:main', 'username': 'blog', 'display_name': 'Example blog'}
        return 200, {'state': 'complete', 'connection_ref': self._journal.connect(workspace), 'accounts': [account]}

    def resolve(self, body):
        request = members(body, ['connection_ref', 'output_profile', 'intent'], ['settings'])
        if not self._journal.knows_connection(request['connection_ref']):
            raise unknown_connection()
        reason = unusable_profile(request) or unusable_settings(request.get('settings', {}))
        if request['intent'] != 'post':
            reason = 'The only intent of this connector is post.'
        if reason:
            return 200, {'capability_revision': REVISION, 'available': False, 'unavailable_reason': reason}
        constraints = {name: PROFILE[name] for name in ('content', 'title', 'description', 'media')}
        return 200, {'capability_revision': REVISION, 'available': True, 'constraints': constraints}

    def publishes(self, body):
        required = ['operation_id', 'connection_ref', 'capability_revision', 'output_profile']
        return self._publisher.publish(members(body, required, ['content', 'title', 'description', 'settings']))

    ROUTES = {
        '/v1/manifest': ('GET', manifest),
        '/v1/health': ('GET', health),
        '/v1/connections': ('POST', connections),
        '/v1/capabilities/resolve': ('POST', resolve),
        '/v1/publishes': ('POST', publishes),
    }


def require_method(method, wanted):
    if method != wanted:
        detail = f'This route is called with {wanted}.'
        action = 'Check the version of the service.'
        raise refused('method_not_allowed', 'The method is not allowed', detail, action, status=405)


def operation_id(segment):
    try:
        return unquote(segment, errors='strict')
    except UnicodeDecodeError:
        raise invalid('The operation id in the path must be percent-encoded UTF-8.') from None


def main():
    names = ('CONNECTOR_TOKEN', 'DESTINATION_URL', 'DESTINATION_TOKEN', 'STATE_DIR')
    missing = [name for name in names if not os.environ.get(name)]
    if missing:
        sys.exit(f'set {", ".join(missing)} in the environment')
    token, url, key, folder = (os.environ[name] for name in names)
    # Cutting off a publish is safe: it is reserved, and will be looked for after the restart.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    address = (os.environ.get('HOST', '127.0.0.1'), int(os.environ.get('PORT', '18787')))
    with Server(address, Connector(token, Journal(folder), Blog(url, key))) as server:
        log(f'listening on {address[0]}:{address[1]}')
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == '__main__':
    main()
