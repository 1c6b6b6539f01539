"""The outbox: posts that were accepted, on the disk, until the board has them."""

import hashlib
import json
import os
import secrets
import sqlite3
import time

from board import Failed

POLL_AFTER_SECONDS = 1
# Operations are never deleted; this is only what we promise.
IDEMPOTENCY_TTL_SECONDS = 30 * 24 * 3600
LONGEST_PAUSE = 8.0


class Outbox:
    """Delivers every accepted post exactly once.

    An accepted post is `pending` until the board has answered that it hangs there, and `published` from then on. It
    never fails: a lost answer, a refusal or a crash only means that it is sent again. That is safe because the board
    keeps one notice for each key, and the key is made from the operation id. A destination without such a key must not
    be sent anything twice; see the example in Python for that.
    """

    def __init__(self, folder, board):
        os.makedirs(folder, exist_ok=True)
        self._board = board
        self._database = sqlite3.connect(os.path.join(folder, 'outbox.sqlite'), isolation_level=None)
        # FULL: what a caller was told to be pending is on the disk.
        for statement in (
            'PRAGMA journal_mode = WAL',
            'PRAGMA synchronous = FULL',
            'CREATE TABLE IF NOT EXISTS connections (workspace_id TEXT PRIMARY KEY, ref TEXT UNIQUE NOT NULL)',
            '''CREATE TABLE IF NOT EXISTS operations (
                operation_id TEXT PRIMARY KEY,
                text TEXT,
                settings TEXT NOT NULL,
                attempts INTEGER NOT NULL DEFAULT 0,
                due REAL NOT NULL DEFAULT 0,
                result TEXT)''',
            'CREATE INDEX IF NOT EXISTS waiting ON operations (due) WHERE result IS NULL',
            # The clock of `due` does not outlive the machine.
            'UPDATE operations SET due = 0 WHERE result IS NULL',
        ):
            self._run(statement)

    def _run(self, statement, *values):
        return self._database.execute(statement, values).fetchall()

    def connect(self, workspace):
        self._run('INSERT OR IGNORE INTO connections VALUES (?, ?)', workspace, 'conn_' + secrets.token_hex(12))
        return self._run('SELECT ref FROM connections WHERE workspace_id = ?', workspace)[0][0]

    def knows_connection(self, ref):
        return bool(self._run('SELECT 1 FROM connections WHERE ref = ?', ref))

    def accept(self, operation, text, settings):
        self._run(
            'INSERT INTO operations (operation_id, text, settings) VALUES (?, ?, ?)',
            operation, text, json.dumps(settings),
        )

    def result(self, operation):
        """The result to answer with, or None when the operation was never accepted."""
        rows = self._run('SELECT result FROM operations WHERE operation_id = ?', operation)
        if not rows:
            return None
        if rows[0][0] is None:
            return {
                'status': 'pending',
                'provider_reference': key_of(operation),
                'poll_after_seconds': POLL_AFTER_SECONDS,
            }
        return json.loads(rows[0][0])

    def deliver_one(self):
        """One attempt for the post that has waited longest, if one is due. What went wrong, or None."""
        rows = self._run(
            '''SELECT operation_id, text, settings, attempts FROM operations
               WHERE result IS NULL AND due <= ? ORDER BY due LIMIT 1''',
            time.monotonic(),
        )
        for operation, text, settings, attempts in rows:
            try:
                published = self._board.put(key_of(operation), text, json.loads(settings))
            except Failed as error:
                pause = min(0.25 * 2 ** min(attempts, 10), LONGEST_PAUSE)
                self._run(
                    'UPDATE operations SET attempts = attempts + 1, due = ? WHERE operation_id = ?',
                    time.monotonic() + pause, operation,
                )
                return str(error)
            result = json.dumps({**published, 'idempotency_ttl_seconds': IDEMPOTENCY_TTL_SECONDS})
            self._run('UPDATE operations SET result = ?, text = NULL WHERE operation_id = ?', result, operation)
        return None


def key_of(operation):
    # An operation id may hold anything; the key is part of a path.
    return hashlib.sha256(operation.encode()).hexdigest()
