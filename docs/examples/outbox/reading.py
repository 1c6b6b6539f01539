"""Reading requests. Members are named by us, never quoted: an unknown one may hold anything."""

import json
import re

from problem import invalid


def read(body, required, optional=()):
    """The members of exactly one JSON object: strings, except `settings`, which is an object."""
    try:
        document = json.loads(body.decode('utf-8'), object_pairs_hook=once_each, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise invalid('The body must be exactly one JSON object in UTF-8 with no key twice.') from None
    if not isinstance(document, dict):
        raise invalid('The body must be a JSON object.')
    for name in required:
        if name not in document:
            raise invalid(f'The member "{name}" is missing.')
    for name, value in document.items():
        if name not in required and name not in optional:
            raise invalid(f'The only members known here are: {", ".join((*required, *optional))}.')
        if not (isinstance(value, dict) if name == 'settings' else is_text(value)):
            raise invalid(f'The member "{name}" has the wrong type.')
        if name in ('workspace_id', 'operation_id') and not 1 <= len(value) <= 128:
            raise invalid(f'The member "{name}" must have 1 to 128 characters.')
    return document


def once_each(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError('a key twice')
    return dict(pairs)


def refuse(constant):
    raise ValueError(constant)


def is_text(value):
    # JSON can spell half of a surrogate pair, which UTF-8 cannot.
    return isinstance(value, str) and not re.search('[\ud800-\udfff]', value)
