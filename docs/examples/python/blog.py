"""The destination, seen from the connector."""

import http.client
import json
import threading
from urllib.parse import quote, urlsplit

from problem import Problem
from reading import MAX_ID, is_text

MAX_ANSWER = 256 * 1024
TIMEOUT = 2.0
# Operations are never deleted; this is only what we promise.
IDEMPOTENCY_TTL_SECONDS = 30 * 24 * 3600


class NotSent(Exception):
    """No byte of the request has left this machine."""


class Uncertain(Exception):
    """The blog may or may not have acted on the request."""


class Blog:
    """The destination. One connection per call: a reset on it can only mean this call."""

    # Complete answers after which the blog, by its own documentation, has stored nothing.
    REFUSALS = {400, 401, 403, 404, 405, 410, 413, 415, 422}

    def __init__(self, url, key):
        parts = urlsplit(url)
        self._connection = http.client.HTTPSConnection if parts.scheme == 'https' else http.client.HTTPConnection
        self._host, self._port, self._base = parts.hostname, parts.port, parts.path.rstrip('/')
        self._key = key

    def call(self, method, path, document=None):
        """(status, JSON document), or NotSent, or Uncertain; never later than twice the timeout."""
        connection = self._connection(self._host, self._port, timeout=TIMEOUT)
        try:
            connection.connect()
        except OSError as error:
            raise NotSent(type(error).__name__) from None
        # A socket timeout only bounds the pause between two bytes; this bounds the whole exchange.
        watchdog = threading.Timer(TIMEOUT, hang_up, [connection.sock])
        watchdog.daemon = True
        watchdog.start()
        try:
            body = None if document is None else json.dumps(document).encode()
            headers = {'X-Api-Key': self._key, 'Accept': 'application/json', 'Content-Type': 'application/json'}
            connection.request(method, self._base + path, body, headers)
            response = connection.getresponse()
            answer = response.read(MAX_ANSWER + 1)
            # `length` is what was announced and has not come: the answer is too large, or was cut short.
            if len(answer) > MAX_ANSWER or response.length:
                raise ValueError
            return response.status, None if response.status >= 300 else json.loads(answer)
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            raise Uncertain(type(error).__name__) from None
        finally:
            watchdog.cancel()
            connection.close()

    def healthy(self):
        try:
            status, document = self.call('GET', '/healthz')
        except (NotSent, Uncertain):
            return False
        return status == 200 and isinstance(document, dict) and document.get('status') == 'ok'

    def write(self, operation, request):
        """The published result. NotSent and Problem mean that nothing was written, Uncertain that it may have been."""
        settings = request.get('settings', {})
        article = {
            'title': request.get('title', '').strip() or None,
            'body': request['content'],
            'status': settings.get('status', 'live'),
            'tags': settings.get('tags', ''),
            # The blog does not enforce that this is unique, but it can be asked for it.
            'client_ref': operation,
        }
        status, document = self.call('POST', '/api/articles', article)
        if status in self.REFUSALS:
            raise Problem(
                502, 'destination_refused', 'The blog refused the post',
                f'The blog answered {status} and stored nothing.',
                'Check the API key of the connector and the rules of the blog, then publish again.',
                outcome='rejected', provider_code=f'http_{status}',
            )
        if status != 201:
            raise Uncertain(f'status {status}')
        return self._published(document.get('article') if isinstance(document, dict) else None, operation)

    def find(self, operation):
        """The published result if the blog has the article of this operation; None when it cannot be seen (yet)."""
        try:
            status, document = self.call('GET', f'/api/articles?client_ref={quote(operation, safe="")}')
            if status == 200 and isinstance(document, dict) and document.get('items'):
                return self._published(document['items'][0], operation)
        except (NotSent, Uncertain, LookupError, TypeError):
            pass
        return None

    def _published(self, article, operation):
        if not isinstance(article, dict) or article.get('client_ref') != operation:
            raise Uncertain('not the article')
        if not is_text(article.get('id')) or not 1 <= len(article['id']) <= MAX_ID:
            raise Uncertain('article without an id')
        result = {
            'status': 'published',
            'external_id': article['id'],
            'idempotency_ttl_seconds': IDEMPOTENCY_TTL_SECONDS,
        }
        links = article.get('links')
        url = links.get('html') if isinstance(links, dict) else None
        if is_text(url) and url.startswith('https://') and len(url) <= 2000:
            result['external_url'] = url
        return result


def hang_up(sock):
    try:
        sock.shutdown(2)
    except OSError:
        pass


def unreachable(outcome=None):
    return Problem(
        503, 'destination_unavailable', 'The blog cannot be reached', 'The blog does not accept requests at the moment.',
        'Check that the blog is running and that the connector has its address and API key.', outcome, retry_after=10,
    )
