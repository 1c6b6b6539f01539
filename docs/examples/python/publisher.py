"""The idempotency rules."""

import json
import threading
import weakref

from blog import NotSent, Uncertain, unreachable
from log import log
from post import validate
from problem import Problem, refused

POLL_AFTER_SECONDS = 2


class Publisher:
    """Writes each operation at most once, and never claims more than it knows.

    reserved   a write may have happened: answered as pending, and looked for at the blog; never written again
    published  the article is known; this is the answer from now on
    refused    nothing was written, and we know it: the problem is the answer, and another publish may try again

    The price of the first rule: after a crash between reservation and write the operation stays pending until a person
    decides. Writing it again could publish a post twice, and nothing here could tell.
    """

    def __init__(self, journal, blog):
        self._journal, self._blog = journal, blog
        self._locks, self._guard = weakref.WeakValueDictionary(), threading.Lock()

    def publish(self, request):
        operation = request['operation_id']
        before = self._journal.operation(operation)
        with self._lock(operation):
            row = self._journal.operation(operation)
            # A refusal that happened while we waited for the lock is the answer to this call as well.
            if row is None or (row[0] == 'refused' and row == before):
                validate(request, self._journal.knows_connection)
                if self._journal.reserve(operation):
                    self._write(operation, request)
            row = self._journal.operation(operation)
        return self._answer(operation, row)

    def lookup(self, operation):
        # Waits for a write in flight: "pending" now and "refused" a moment later would be a contradiction.
        with self._lock(operation):
            row = self._journal.operation(operation)
        if row is None:
            raise refused(
                'operation_not_found', 'There is no such operation',
                'This connector never reserved an operation with this id, and wrote nothing for it.',
                'Publish the post if it is still wanted.', status=404,
            )
        return self._answer(operation, row)

    def _lock(self, operation):
        with self._guard:
            return self._locks.setdefault(operation, threading.Lock())

    def _write(self, operation, request):
        try:
            self._journal.settle(operation, 'published', self._blog.write(operation, request))
        except Problem as problem:
            self._journal.settle(operation, 'refused', problem.document)
        except NotSent as error:
            log(f'destination write not sent: {error}')
            self._journal.settle(operation, 'refused', unreachable('rejected').document)
        except Uncertain as error:
            log(f'destination write uncertain: {error}')

    def _answer(self, operation, row):
        state, _, result = row
        if state == 'reserved':
            found = self._blog.find(operation)
            if found is not None:
                self._journal.settle(operation, 'published', found)
                state, _, result = self._journal.operation(operation)
        if state == 'reserved':
            return 202, {
                'status': 'pending',
                'provider_reference': operation,
                'poll_after_seconds': POLL_AFTER_SECONDS,
            }
        document = json.loads(result)
        return (200 if state == 'published' else document['status']), document
