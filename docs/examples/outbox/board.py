"""The notice board, seen from the connector."""

import http.client
import json
from urllib.parse import urlencode, urlsplit

from limit import within
from reading import is_text

# While we wait for the board nobody is served.
TIMEOUT = 1.0
MAX_ANSWER = 64 * 1024


class Failed(Exception):
    """No complete, successful answer. The board may or may not have acted on the request."""


class Board:
    def __init__(self, url, token):
        parts = urlsplit(url)
        self._connection = http.client.HTTPSConnection if parts.scheme == 'https' else http.client.HTTPConnection
        self._host, self._port, self._base = parts.hostname, parts.port, parts.path.rstrip('/')
        self._token = token

    def healthy(self):
        try:
            return self._call('GET', '/status').get('open') is True
        except Failed:
            return False

    def put(self, key, text, settings):
        """Hangs the notice up. With a key that the board knows nothing changes, and the answer is what hangs there."""
        query = urlencode({name: json.dumps(value).strip('"') for name, value in settings.items()})
        notice = self._call('PUT', f'/notices/{key}?{query}', text.encode())
        number, link = notice.get('number'), notice.get('link')
        if not is_text(number) or not 1 <= len(number) <= 128:
            raise Failed('no number')
        result = {'status': 'published', 'external_id': number}
        if is_text(link) and link.startswith('https://') and len(link) <= 2000:
            result['external_url'] = link
        return result

    def _call(self, method, path, body=None):
        connection = self._connection(self._host, self._port, timeout=TIMEOUT)
        try:
            # The timeout of a socket only bounds the pause between two bytes.
            with within(TIMEOUT):
                headers = {'Authorization': f'Token {self._token}', 'Content-Type': 'text/plain; charset=utf-8'}
                connection.request(method, self._base + path, body, headers)
                response = connection.getresponse()
                answer = response.read(MAX_ANSWER + 1)
            # `length` is what was announced and has not come.
            if response.status not in (200, 201) or len(answer) > MAX_ANSWER or response.length:
                raise Failed(f'status {response.status}')
            document = json.loads(answer)
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            raise Failed(type(error).__name__) from None
        finally:
            connection.close()
        if not isinstance(document, dict):
            raise Failed('no object')
        return document
