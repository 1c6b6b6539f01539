"""What this connector publishes: the manifest, and the rules that it states."""

import hashlib
import json

from problem import refused

MAX_CONTENT = 500
BOARDS = ['lobby', 'kitchen', 'workshop']
MAX_DAYS = 90

PROFILE = {
    'id': 'board.notice',
    'display_name': 'Notice',
    'profile': 'short_text',
    'intents': ['post'],
    'content': {'required': True, 'max_length': MAX_CONTENT},
    'media': {'min_items': 0, 'max_items': 0},
    'settings': [
        {'key': 'board', 'label': 'Board', 'control': 'radio', 'required': True, 'options': BOARDS},
        {
            'key': 'days', 'label': 'Days', 'help': f'How long the notice hangs: 1 to {MAX_DAYS}.',
            'control': 'number', 'required': False, 'default': 14,
        },
        {'key': 'urgent', 'label': 'Urgent', 'control': 'checkbox', 'required': False, 'default': False},
    ],
}

# A changed limit or setting changes it by itself; a rule that the profile does not show needs a new number in front.
REVISION = 'r1-' + hashlib.sha256(json.dumps(PROFILE, sort_keys=True).encode()).hexdigest()[:16]

MANIFEST = {
    'protocol_version': '1.0',
    'implementation_version': '1.0.0',
    'provider': {
        'id': 'example.notice-board',
        'display_name': 'Example notice board',
        'description': 'Publishes short posts as notices on the boards of one house.',
    },
    'capability_revision': REVISION,
    'connection': {'modes': ['preconfigured']},
    'publishing': {'output_profiles': [PROFILE]},
    'operations': {'polling': True},
}


def unusable(profile, settings):
    """Why nothing can be published with this profile and these settings, or None."""
    if profile != PROFILE['id']:
        return f'The only output profile of this connector is {PROFILE["id"]}.'
    if not settings.keys() <= {'board', 'days', 'urgent'}:
        return 'The only settings of this profile are board, days and urgent.'
    if settings.get('board') not in BOARDS:
        return f'The setting board must be one of {", ".join(BOARDS)}.'
    days = settings.get('days', 14)
    # For Python, True is the integer 1.
    if isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= MAX_DAYS:
        return f'The setting days must be a whole number from 1 to {MAX_DAYS}.'
    if not isinstance(settings.get('urgent', False), bool):
        return 'The setting urgent must be true or false.'
    return None


def validate(request):
    if request['capability_revision'] != REVISION:
        detail = 'The post was prepared for other limits or settings than the current ones.'
        action = 'Connect the account again, so that the current limits and settings are used.'
        raise refused(409, 'stale_revision', 'The capability revision is not current', detail, action)
    reason = unusable(request['output_profile'], request.get('settings', {}))
    if reason:
        raise refused(422, 'invalid_settings', 'Profile or settings cannot be used', reason, 'Change the settings.')
    content = request.get('content', '')
    if not content.strip() or len(content) > MAX_CONTENT:
        detail = f'The content must have 1 to {MAX_CONTENT} characters that are not only white space.'
        raise refused(422, 'invalid_content', 'The content cannot be published', detail, 'Change the text of the post.')
    if request.get('title') or request.get('description'):
        detail = 'A notice has neither title nor description.'
        raise refused(422, 'invalid_content', 'The post has too many parts', detail, 'Leave them out.')
