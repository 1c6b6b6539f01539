"""HTTP around the six routes."""

import json
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from log import log
from problem import Problem, invalid, refused

MAX_REQUEST = 1024 * 1024
MAX_DRAINED = 8 * MAX_REQUEST


class Handler(BaseHTTPRequestHandler):
    """HTTP around `Connector`. It reads a request completely before it answers, so that the answer always arrives."""

    protocol_version = 'HTTP/1.1'
    # Without it, an unreadable request line would be answered without a status line.
    default_request_version = 'HTTP/1.0'
    timeout = 30
    # Head and body leave in one packet, at once.
    wbufsize = -1
    disable_nagle_algorithm = True

    def serve(self):
        started = time.monotonic()
        body = self.read_body()
        if body is None:
            self.close_connection = True
            return
        try:
            self.server.connector.authenticate(self.headers.get_all('Authorization', []))
            if isinstance(body, Problem):
                raise body
            status, document = self.server.connector.handle(self.command, self.path, body)
        except Problem as problem:
            status, document = problem.status, problem.document
        except Exception as error:
            # Only the type: the message of an exception may quote what it stumbled over.
            log(f'internal error: {type(error).__name__}')
            action = 'Read the log of the connector. Do not publish the post again before its state is known.'
            problem = Problem(
                500, 'internal_error', 'The connector failed', 'The request met an unexpected error.', action, 'unknown'
            )
            status, document = problem.status, problem.document
        self.answer(status, document)
        route = re.sub('^/v1/operations/.*', '/v1/operations/…', self.path.partition('?')[0])
        known = route in self.server.connector.ROUTES or route == '/v1/operations/…'
        what = document.get('kind') or document.get('status') or 'ok'
        log(f'{self.command} {route if known else "…"} {status} {what} {(time.monotonic() - started) * 1000:.0f} ms')

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = serve

    def read_body(self):
        """The body; the problem with it; or None when the caller left in the middle of it."""
        if 'Transfer-Encoding' in self.headers:
            self.close_connection = True
            return refused('length_required', 'The length is missing', 'Bodies need a Content-Length.', 'Send one.', 411)
        lengths = self.headers.get_all('Content-Length', ['0'])
        if len(lengths) != 1 or not re.fullmatch('[0-9]{1,18}', lengths[0]):
            self.close_connection = True
            return invalid('The header Content-Length must be one number.')
        length = int(lengths[0])
        if length <= MAX_REQUEST:
            body = self.rfile.read(length)
            return body if len(body) == length else None
        rest = min(length, MAX_DRAINED)
        while rest > 0:
            chunk = self.rfile.read(min(rest, 65536))
            if not chunk:
                return None
            rest -= len(chunk)
        self.close_connection = True
        detail = f'A request may have at most {MAX_REQUEST} bytes.'
        return refused('request_too_large', 'The request is too large', detail, 'Shorten the post.', status=413)

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json' if status < 400 else 'application/problem+json')
        self.send_header('Content-Length', str(len(body)))
        self.send_header('Cache-Control', 'no-store')
        if status == 401:
            self.send_header('WWW-Authenticate', 'Bearer')
        if self.close_connection:
            self.send_header('Connection', 'close')
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """What http.server itself refuses; its own page would be HTML that quotes the request."""
        self.close_connection = True
        detail = 'The request is not HTTP that this connector understands.'
        self.answer(code, refused('invalid_http', 'The request is not valid', detail, 'Check the caller.', code).document)

    def log_message(self, *_):
        """http.server would log the request line, which a caller may have put anything into."""

    def version_string(self):
        return 'example-blog-connector'


class Server(ThreadingHTTPServer):
    # SO_REUSEADDR (so that a restart gets its port at once) and daemon threads are already the default.
    request_queue_size = 128

    def __init__(self, address, connector):
        self.connector = connector
        super().__init__(address, Handler)

    def handle_error(self, request, client_address):
        log(f'connection lost: {type(sys.exc_info()[1]).__name__}')
