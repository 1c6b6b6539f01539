"""What goes back to the service when something fails."""


class Problem(Exception):
    """What the service is told when something fails: never a token, a post text or an answer of the blog."""

    def __init__(self, status, kind, title, detail, action, outcome=None, **more):
        super().__init__(kind)
        self.status = status
        self.document = dict(title=title, status=status, detail=detail, kind=kind, action=action, **more)
        if outcome is not None:
            self.document['outcome'] = outcome


def refused(kind, title, detail, action, status=422):
    """A request that is wrong in itself: refused before anything was reserved or written."""
    return Problem(status, kind, title, detail, action, outcome='rejected')


def invalid(detail):
    action = 'Send the members that Connector Protocol 1.0 names for this route, and no others.'
    return refused('invalid_request', 'The request is not valid', detail, action, status=400)
