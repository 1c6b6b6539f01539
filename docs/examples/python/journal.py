"""The durable store."""

import json
import os
import secrets
import sqlite3
import threading


class Journal:
    """What must survive a restart: connections, and one row for each operation. It holds no post text."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self._lock = threading.Lock()
        self._database = sqlite3.connect(
            os.path.join(folder, 'journal.sqlite'), check_same_thread=False, isolation_level=None
        )
        # FULL: a reservation is on the disk before the write that it announces.
        for statement in (
            'PRAGMA journal_mode = WAL',
            'PRAGMA synchronous = FULL',
            'CREATE TABLE IF NOT EXISTS connections (workspace_id TEXT PRIMARY KEY, ref TEXT UNIQUE NOT NULL)',
            '''CREATE TABLE IF NOT EXISTS operations (
                operation_id TEXT PRIMARY KEY,
                state TEXT NOT NULL CHECK (state IN ('reserved', 'published', 'refused')),
                attempts INTEGER NOT NULL,
                result TEXT)''',
        ):
            self._database.execute(statement)

    def _run(self, statement, *values):
        with self._lock:
            cursor = self._database.execute(statement, values)
            return cursor.fetchall(), cursor.rowcount

    def connect(self, workspace):
        ref = 'conn_' + secrets.token_hex(12)
        self._run('INSERT OR IGNORE INTO connections VALUES (?, ?)', workspace, ref)
        return self._run('SELECT ref FROM connections WHERE workspace_id = ?', workspace)[0][0][0]

    def knows_connection(self, ref):
        return bool(self._run('SELECT 1 FROM connections WHERE ref = ?', ref)[0])

    def operation(self, operation):
        """(state, attempts, result as JSON), or None."""
        rows = self._run('SELECT state, attempts, result FROM operations WHERE operation_id = ?', operation)[0]
        return rows[0] if rows else None

    def reserve(self, operation):
        """True for the one caller that may write now, even if two processes share this journal."""
        return self._run(
            '''INSERT INTO operations VALUES (?, 'reserved', 1, NULL) ON CONFLICT (operation_id) DO UPDATE
               SET state = 'reserved', attempts = attempts + 1, result = NULL WHERE state = 'refused' ''',
            operation,
        )[1] == 1

    def settle(self, operation, state, result):
        """The first result stored for a reservation is the one that stays."""
        self._run(
            "UPDATE operations SET state = ?, result = ? WHERE operation_id = ? AND state = 'reserved'",
            state, json.dumps(result), operation,
        )
