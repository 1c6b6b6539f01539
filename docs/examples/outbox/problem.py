"""What goes back to the service when something fails: never a token, a post text or an answer of the board."""


class Problem(Exception):
    def __init__(self, status, kind, title, detail, action, **more):
        super().__init__(kind)
        self.status = status
        self.document = dict(title=title, status=status, detail=detail, kind=kind, action=action, **more)


def refused(status, kind, title, detail, action):
    """Refused before anything was reserved or written."""
    return Problem(status, kind, title, detail, action, outcome='rejected')


def invalid(detail):
    action = 'Send the members that Connector Protocol 1.0 names for this route, and no others.'
    return refused(400, 'invalid_request', 'The request is not valid', detail, action)


def unavailable():
    return Problem(
        503, 'destination_unavailable', 'The notice board cannot be reached',
        'The board does not answer. Posts that were accepted already wait in the outbox and are delivered later.',
        'Check that the board is running and that the connector has its address and token.', retry_after=10,
    )
