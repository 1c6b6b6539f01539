"""A connector for Connector Protocol 1.0 in one thread, that publishes notices through an outbox.

Python 3.9 or newer, standard library only. Configured by environment variables:

    CONNECTOR_TOKEN    what the service must present to us
    DESTINATION_URL    where the notice board is, for example http://127.0.0.1:18065
    DESTINATION_TOKEN  what we present to the board; it never goes anywhere else
    STATE_DIR          folder of the outbox; it must survive restarts
    HOST, PORT         where to listen (127.0.0.1, 18797)

Read outbox.py first. The price of one thread: while the board does not answer, callers wait, up to a second.
"""

import hmac
import json
import os
import re
import select
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import unquote

from board import Board
from limit import within
from notice import MANIFEST, PROFILE, REVISION, unusable, validate
from outbox import Outbox
from problem import Problem, invalid, refused, unavailable
from reading import read

MAX_REQUEST = 1024 * 1024
# How long one caller may keep all others waiting with a request that does not come.
SLOWEST_REQUEST = 2.0
# How long callers that keep coming may keep the outbox waiting.
LONGEST_TURN = 1.0


class Connector:
    """The six routes: each takes the body, or the operation id, and returns a document or raises a Problem."""

    def __init__(self, token, outbox, board):
        self._token, self._outbox, self._board = token.encode(), outbox, board

    def authenticate(self, headers):
        scheme, _, given = headers[0].partition(' ') if len(headers) == 1 else ('', '', '')
        same = hmac.compare_digest(given.encode('utf-8', 'replace'), self._token)
        if scheme.lower() != 'bearer' or not same:
            detail = 'The request carries no bearer token, or not the one this connector was given.'
            action = 'Give the service and the connector the same connector token.'
            raise refused(401, 'unauthorized', 'The request is not authorized', detail, action)

    def handle(self, method, path, body):
        path = path.partition('?')[0]
        prefix = '/v1/operations/'
        if path.startswith(prefix) and path != prefix:
            wanted, route, given = 'GET', Connector.lookup, path[len(prefix):]
        elif path in self.ROUTES:
            wanted, route, given = *self.ROUTES[path], body
        else:
            action = 'Check the address of the connector in the configuration of the service.'
            raise Problem(404, 'route_not_found', 'There is no such route', 'The path is not known.', action)
        if method != wanted:
            detail = f'This route is called with {wanted}.'
            raise refused(405, 'method_not_allowed', 'The method is not allowed', detail, 'Check the service.')
        return route(self, given)

    def manifest(self, body):
        return MANIFEST

    def health(self, body):
        if not self._board.healthy():
            raise unavailable()
        return {'status': 'ready'}

    def connections(self, body):
        workspace = read(body, ['workspace_id'])['workspace_id']
        account = {'id': 'house:main', 'username': 'house', 'display_name': 'Boards of the house'}
        return {'state': 'complete', 'connection_ref': self._outbox.connect(workspace), 'accounts': [account]}

    def resolve(self, body):
        request = read(body, ['connection_ref', 'output_profile', 'intent'], ['settings'])
        self._require_connection(request)
        reason = unusable(request['output_profile'], request.get('settings', {}))
        if request['intent'] != 'post':
            reason = 'The only intent of this connector is post.'
        if reason:
            return {'capability_revision': REVISION, 'available': False, 'unavailable_reason': reason}
        constraints = {name: PROFILE[name] for name in ('content', 'media')}
        return {'capability_revision': REVISION, 'available': True, 'constraints': constraints}

    def publish(self, body):
        required = ['operation_id', 'connection_ref', 'capability_revision', 'output_profile']
        request = read(body, required, ['content', 'title', 'description', 'settings'])
        operation = request['operation_id']
        # One thread: nobody comes between this look and the insertion.
        if self._outbox.result(operation) is None:
            self._require_connection(request)
            validate(request)
            self._outbox.accept(operation, request['content'], request['settings'])
        return self._outbox.result(operation)

    def lookup(self, segment):
        try:
            result = self._outbox.result(unquote(segment, errors='strict'))
        except UnicodeDecodeError:
            raise invalid('The operation id in the path must be percent-encoded UTF-8.') from None
        if result is None:
            detail = 'This connector never accepted an operation with this id, and wrote nothing for it.'
            action = 'Publish the post if it is still wanted.'
            raise refused(404, 'operation_not_found', 'There is no such operation', detail, action)
        return result

    def _require_connection(self, request):
        if not self._outbox.knows_connection(request['connection_ref']):
            detail = 'This connector has not made the connection that the request names.'
            raise refused(422, 'unknown_connection', 'Unknown connection', detail, 'Connect the account again.')

    ROUTES = {
        '/v1/manifest': ('GET', manifest),
        '/v1/health': ('GET', health),
        '/v1/connections': ('POST', connections),
        '/v1/capabilities/resolve': ('POST', resolve),
        '/v1/publishes': ('POST', publish),
    }


class Handler(BaseHTTPRequestHandler):
    """One request on one connection: an idle connection would keep everybody else waiting."""

    protocol_version = 'HTTP/1.1'
    # Without it, an unreadable request line would be answered without a status line.
    default_request_version = 'HTTP/1.0'
    timeout = SLOWEST_REQUEST
    wbufsize = -1

    def handle(self):
        with within(SLOWEST_REQUEST):
            self.handle_one_request()

    def serve(self):
        try:
            # From here on the head is read.
            with within(SLOWEST_REQUEST):
                body = self.read_body()
            self.server.connector.authenticate(self.headers.get_all('Authorization', []))
            if len(body) > MAX_REQUEST:
                detail = f'A request may have at most {MAX_REQUEST} bytes.'
                raise refused(413, 'request_too_large', 'The request is too large', detail, 'Shorten the post.')
            document = self.server.connector.handle(self.command, self.path, body)
            status = 202 if document.get('status') == 'pending' else 200
        except Problem as problem:
            status, document = problem.status, problem.document
        except OSError:
            # The caller left, or took too long.
            raise
        except Exception as error:
            # Only the type: the message of an exception may quote what it stumbled over.
            log(f'internal error: {type(error).__name__}')
            action = 'Read the log of the connector. Do not publish the post again before its state is known.'
            detail = 'The request met an unexpected error.'
            problem = Problem(500, 'internal_error', 'The connector failed', detail, action, outcome='unknown')
            status, document = problem.status, problem.document
        self.answer(status, document)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = serve

    def read_body(self):
        lengths = self.headers.get_all('Content-Length', ['0'])
        if 'Transfer-Encoding' in self.headers or len(lengths) != 1 or not re.fullmatch('[0-9]{1,9}', lengths[0]):
            raise invalid('A body needs one header Content-Length with one number.')
        length = int(lengths[0])
        body = self.rfile.read(min(length, MAX_REQUEST + 1))
        # The rest is read too: a caller that is still sending would not see the answer.
        rest = min(length, 8 * MAX_REQUEST) - len(body)
        while rest > 0 and len(body) > MAX_REQUEST:
            rest -= len(self.rfile.read(min(rest, 65536))) or rest
        if len(body) < min(length, MAX_REQUEST):
            raise ConnectionError('the caller left')
        return body

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json' if status < 400 else 'application/problem+json')
        self.send_header('Content-Length', str(len(body)))
        self.send_header('Connection', 'close')
        if status == 401:
            self.send_header('WWW-Authenticate', 'Bearer')
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(body)
        log(f'{status} {document.get("kind") or document.get("status") or "ok"}')

    def send_error(self, code, message=None, explain=None):
        """What http.server itself refuses; its own page would be HTML that quotes the request."""
        detail = 'The request is not HTTP that this connector understands.'
        problem = refused(code, 'invalid_http', 'The request is not valid', detail, 'Check the caller.')
        self.answer(code, problem.document)

    def log_message(self, *_):
        """http.server would log the request line, which a caller may have put anything into."""


class Server(HTTPServer):
    # All callers but one wait here.
    request_queue_size = 128

    def __init__(self, address, connector, outbox):
        self.connector, self.outbox, self.delivered = connector, outbox, time.monotonic()
        super().__init__(address, Handler)

    def service_actions(self):
        """Called between two requests. A caller who waits goes first, as long as the outbox gets its turns too."""
        waiting = select.select([self], [], [], 0)[0]
        if waiting and time.monotonic() - self.delivered < LONGEST_TURN:
            return
        failure = self.outbox.deliver_one()
        self.delivered = time.monotonic()
        if failure:
            log(f'delivery failed: {failure}')

    def handle_error(self, request, client_address):
        log(f'request failed: {type(sys.exc_info()[1]).__name__}')


def log(line):
    """States and kinds. Never a token, a post text, or what a caller or the board sent."""
    print(line, file=sys.stderr, flush=True)


def main():
    names = ('CONNECTOR_TOKEN', 'DESTINATION_URL', 'DESTINATION_TOKEN', 'STATE_DIR')
    missing = [name for name in names if not os.environ.get(name)]
    if missing:
        sys.exit(f'set {", ".join(missing)} in the environment')
    token, url, key, folder = (os.environ[name] for name in names)
    # Stopping at any moment is safe: what is in the outbox is delivered after the next start.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    board = Board(url, key)
    outbox = Outbox(folder, board)
    address = (os.environ.get('HOST', '127.0.0.1'), int(os.environ.get('PORT', '18797')))
    with Server(address, Connector(token, outbox, board), outbox) as server:
        log(f'listening on {address[0]}:{address[1]}')
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            pass


if __name__ == '__main__':
    main()
