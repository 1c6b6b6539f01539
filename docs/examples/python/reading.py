"""Reading requests. Members are named by us, never quoted: an unknown one may hold anything."""

import json
import re

from problem import invalid

MAX_ID = 128


def parse(body):
    """Exactly one JSON document in UTF-8, without duplicate keys, NaN or Infinity."""

    def without_duplicates(pairs):
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError('duplicate key')
        return members

    def no_constant(name):
        raise ValueError(name)

    try:
        return json.loads(body.decode('utf-8'), object_pairs_hook=without_duplicates, parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise invalid('The body must be exactly one JSON object in UTF-8 with no key twice.') from None


def members(body, required, optional=()):
    """The members of a request, all of them strings except `settings`, which is an object."""
    document = parse(body)
    if not isinstance(document, dict):
        raise invalid('The body must be a JSON object.')
    for name in required:
        if name not in document:
            raise invalid(f'The member "{name}" is missing.')
    for name, value in document.items():
        if name not in required and name not in optional:
            raise invalid(f'The only members known here are: {", ".join((*required, *optional))}.')
        if name == 'settings':
            if not isinstance(value, dict):
                raise invalid('The member "settings" must be an object.')
        elif not is_text(value):
            raise invalid(f'The member "{name}" must be a string of valid Unicode.')
    for name in ('workspace_id', 'operation_id'):
        if name in document and not 1 <= len(document[name]) <= MAX_ID:
            raise invalid(f'The member "{name}" must have 1 to {MAX_ID} characters.')
    return document


def is_text(value):
    # JSON can spell half of a surrogate pair, which no UTF-8 destination or database can store.
    return isinstance(value, str) and not re.search('[\ud800-\udfff]', value)
