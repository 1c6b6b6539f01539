"""A notice board: the destination that connector.py publishes to.

    BOARD_TOKEN  what every request must carry in `Authorization: Token …`
    BOARD_PORT   where to listen on 127.0.0.1 (18065)

    GET /status                     {"open": true}
    PUT /notices/KEY?board=…        hangs up the text/plain body: 201 {"key", "number", "link"}
                                    or, when a notice with this key hangs there already: 200 and that one, unchanged
    GET /notices?containing=WORD    [{"key", "number", "link"}]: notices whose text contains WORD

Notices live in memory. KEY is the caller's choice and unique, so a PUT may be sent again at any time.
"""

import hmac
import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Notices:
    def __init__(self):
        self._lock, self._notices = threading.Lock(), {}

    def put(self, key, text, board):
        """(whether it is new, the notice that now hangs there)"""
        with self._lock:
            new = key not in self._notices
            if new:
                number = f'{board}-{len(self._notices) + 1}'
                link = f'https://board.example/{board}/{number}'
                self._notices[key] = {'key': key, 'number': number, 'link': link, 'text': text}
            return new, shown(self._notices[key])

    def containing(self, word):
        with self._lock:
            return [shown(notice) for notice in self._notices.values() if word in notice['text']]


def shown(notice):
    return {name: notice[name] for name in ('key', 'number', 'link')}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    wbufsize = -1
    disable_nagle_algorithm = True

    def serve(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', '0')))
        given = self.headers.get('Authorization', '').encode('utf-8', 'replace')
        if hmac.compare_digest(given, b'Token ' + self.server.token):
            self.answer(*self.reply(body))
        else:
            self.answer(401, {'error': 'wrong token'})

    do_GET = do_PUT = serve

    def reply(self, body):
        url = urlsplit(self.path)
        query = parse_qs(url.query)
        key = re.fullmatch('/notices/([A-Za-z0-9._-]{1,128})', url.path)
        if self.command == 'GET' and url.path == '/status':
            return 200, {'open': True}
        if self.command == 'GET' and url.path == '/notices':
            return 200, self.server.notices.containing(query.get('containing', [''])[0])
        if self.command == 'PUT' and key:
            text, board = body.decode('utf-8', 'replace'), query.get('board', [''])[0]
            if not text or not re.fullmatch('[a-z]{1,20}', board):
                return 422, {'error': 'a notice needs a text and a board'}
            new, notice = self.server.notices.put(key[1], text, board)
            return (201 if new else 200), notice
        return 404, {'error': 'no such thing'}

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, port, token):
        self.token, self.notices = token.encode(), Notices()
        super().__init__(('127.0.0.1', port), Handler)

    def handle_error(self, request, client_address):
        """A caller that hangs up is no news."""


def main():
    token = os.environ.get('BOARD_TOKEN')
    if not token:
        sys.exit('set BOARD_TOKEN in the environment')
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Server(int(os.environ.get('BOARD_PORT', '18065')), token) as server:
        print(f'board on http://127.0.0.1:{server.server_port}', flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == '__main__':
    main()
