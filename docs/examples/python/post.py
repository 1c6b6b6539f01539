"""What this connector publishes: the manifest, and the rules it states, in one place so that they cannot drift apart."""

import hashlib
import json

from problem import refused
from reading import is_text

MAX_TITLE = 120
MAX_CONTENT = 2000
STATUSES = ['draft', 'live']

PROFILE = {
    'id': 'blog.post',
    'display_name': 'Blog post',
    'profile': 'short_text',
    'intents': ['post'],
    'content': {'required': True, 'max_length': MAX_CONTENT},
    'title': {'required': False, 'max_length': MAX_TITLE},
    'description': {'required': False, 'max_length': 0},
    'media': {'min_items': 0, 'max_items': 0},
    'settings': [
        {
            'key': 'status',
            'label': 'Status',
            'help': 'A draft is stored on the blog and shown to its editors only.',
            'control': 'select',
            'required': True,
            'default': 'live',
            'options': STATUSES,
        },
        {
            'key': 'tags',
            'label': 'Tags',
            'help': 'Words separated by commas.',
            'control': 'text',
            'required': False,
        },
    ],
}

# A changed limit or setting changes the digest by itself. A change that the profile does not show (the blog
# treats drafts differently, say) needs a new number in front of it.
REVISION = 'r1-' + hashlib.sha256(json.dumps(PROFILE, sort_keys=True).encode()).hexdigest()[:16]

MANIFEST = {
    'protocol_version': '1.0',
    'implementation_version': '1.0.0',
    'provider': {
        'id': 'example.blog',
        'display_name': 'Example blog',
        'description': 'Publishes short posts as articles of one blog.',
    },
    'capability_revision': REVISION,
    'connection': {'modes': ['preconfigured']},
    'publishing': {'output_profiles': [PROFILE]},
    'operations': {'polling': True},
}


def unusable_profile(request):
    if request['output_profile'] != PROFILE['id']:
        return f'The only output profile of this connector is {PROFILE["id"]}.'
    return None


def unusable_settings(settings):
    if not settings.keys() <= {'status', 'tags'}:
        return 'The only settings of this profile are status and tags.'
    if settings.get('status', 'live') not in STATUSES:
        return 'The setting status must be draft or live.'
    if not is_text(settings.get('tags', '')):
        return 'The setting tags must be a text.'
    return None


def validate(request, knows_connection):
    """Everything that can fail without a write. Lengths are counted in code points, as Python does."""
    reconnect = 'Connect the account again, so that the current limits and settings are used.'
    if unusable_profile(request):
        raise refused('unknown_profile', 'Unknown output profile', unusable_profile(request), reconnect)
    if request['capability_revision'] != REVISION:
        detail = 'The post was prepared for other limits or settings than the current ones.'
        raise refused('stale_revision', 'The capability revision is not current', detail, reconnect, status=409)
    if not knows_connection(request['connection_ref']):
        raise unknown_connection()
    content = request.get('content', '')
    if not content.strip() or len(content) > MAX_CONTENT:
        detail = f'The content must have 1 to {MAX_CONTENT} characters that are not only white space.'
        raise refused('invalid_content', 'The content cannot be published', detail, 'Change the text of the post.')
    if len(request.get('title', '')) > MAX_TITLE:
        detail = f'The title must have at most {MAX_TITLE} characters.'
        raise refused('invalid_title', 'The title cannot be published', detail, 'Shorten the title.')
    if request.get('description'):
        detail = 'Articles of this blog have no description.'
        raise refused('invalid_description', 'There is no description', detail, 'Remove the description.')
    if unusable_settings(request.get('settings', {})):
        reason = unusable_settings(request['settings'])
        raise refused('invalid_settings', 'A setting cannot be used', reason, 'Change the settings of the post.')


def unknown_connection():
    detail = 'This connector has not made the connection that the request names.'
    return refused('unknown_connection', 'Unknown connection', detail, 'Connect the account again.')
