"""A small blog server: the destination that connector.py publishes to.

    BLOG_TOKEN  the API key that every request must carry in X-Api-Key
    BLOG_PORT   where to listen on 127.0.0.1 (18055)
    BLOG_FILE   SQLite file of the articles; without it they live in memory

    GET  /healthz                      {"status": "ok"}
    POST /api/articles                 201 {"article": {"id", "links": {"html"}, …}}
    GET  /api/articles?q=WORD          {"items": [{"id", …}]}: articles that contain WORD anywhere
    GET  /api/articles?client_ref=REF  {"items": [{"id", …}]}: articles that were posted with REF

`client_ref` is a label, not a key: post twice and there are two articles. A 4xx means that nothing was stored.
"""

import hmac
import json
import os
import secrets
import signal
import sqlite3
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

FIELDS = ('title', 'body', 'status', 'tags', 'client_ref')


class Articles:
    def __init__(self, file):
        self._lock = threading.Lock()
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._database.execute(
            '''CREATE TABLE IF NOT EXISTS articles
               (id TEXT PRIMARY KEY, title TEXT, body TEXT, status TEXT, tags TEXT, client_ref TEXT)'''
        )

    def _run(self, statement, *values):
        with self._lock:
            return self._database.execute(statement, values).fetchall()

    def add(self, article):
        number = 'a' + secrets.token_hex(6)
        self._run('INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?)', number, *(article[name] for name in FIELDS))
        return {**summary(number, article['title'], article['status'], article['client_ref']), 'body': article['body']}

    def find(self, query):
        where, values = 'TRUE', []
        if 'client_ref' in query:
            where, values = 'client_ref = ?', query['client_ref'][:1]
        elif 'q' in query:
            everything = "coalesce(title, '') || char(10) || body || char(10) || tags || char(10) || client_ref"
            where, values = f'instr({everything}, ?)', query['q'][:1]
        rows = self._run(
            f'SELECT id, title, status, client_ref FROM articles WHERE {where} ORDER BY rowid LIMIT 100', *values
        )
        return [summary(*row) for row in rows]


def summary(number, title, status, client_ref):
    links = {'html': f'https://blog.example/articles/{number}', 'self': f'/api/articles/{number}'}
    return {'id': number, 'title': title, 'status': status, 'client_ref': client_ref, 'links': links}


def read_article(body):
    """The article, or None when it cannot be stored."""
    try:
        given = json.loads(body)
        article = {'title': None, 'status': 'live', 'tags': '', 'client_ref': '', **given}
        for name in FIELDS:
            if not (name == 'title' and article[name] is None):
                article[name].encode('utf-8')
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return article if 1 <= len(article['body']) <= 20000 and article['status'] in ('draft', 'live') else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    wbufsize = -1
    disable_nagle_algorithm = True

    def serve(self):
        body = self.rfile.read(int(self.headers.get('Content-Length', '0')))
        key = self.headers.get('X-Api-Key', '').encode('utf-8', 'replace')
        url = urlsplit(self.path)
        request = f'{self.command} {url.path}'
        if not hmac.compare_digest(key, self.server.key):
            self.answer(401, error('unauthorized'))
        elif request == 'GET /healthz':
            self.answer(200, {'status': 'ok'})
        elif request == 'GET /api/articles':
            self.answer(200, {'items': self.server.articles.find(parse_qs(url.query))})
        elif request == 'POST /api/articles':
            article = read_article(body)
            if article is None:
                self.answer(422, error('invalid_article'))
            else:
                self.answer(201, {'article': self.server.articles.add(article)})
        else:
            self.answer(404, error('not_found'))

    do_GET = do_POST = serve

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def error(code):
    return {'error': {'code': code}}


class Server(ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, port, key, articles):
        self.key, self.articles = key.encode(), articles
        super().__init__(('127.0.0.1', port), Handler)

    def handle_error(self, request, client_address):
        """A caller that hangs up is no news."""


def main():
    key = os.environ.get('BLOG_TOKEN')
    if not key:
        sys.exit('set BLOG_TOKEN in the environment')
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    articles = Articles(os.environ.get('BLOG_FILE', ':memory:'))
    with Server(int(os.environ.get('BLOG_PORT', '18055')), key, articles) as server:
        print(f'blog on http://127.0.0.1:{server.server_port}', flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == '__main__':
    main()
