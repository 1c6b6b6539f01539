# frozen_string_literal: true

# What goes back to the service when something fails: never a token, a post text or an answer of the newsletter.
class Problem < StandardError
  attr_reader :status, :document

  def initialize(status, kind, title, detail, action, **more)
    super(kind)
    @status = status
    @document = { title:, status:, detail:, kind:, action:, **more }
  end

  # Refused before anything was reserved or written.
  def self.refused(status, kind, title, detail, action)
    new(status, kind, title, detail, action, outcome: 'rejected')
  end

  def self.invalid(detail)
    action = 'Send the members that Connector Protocol 1.0 names for this route, and no others.'
    refused(400, 'invalid_request', 'The request is not valid', detail, action)
  end

  def self.unavailable(**more)
    new(503, 'destination_unavailable', 'The newsletter cannot be reached',
        'The newsletter does not answer as it should.',
        'Check that the newsletter is running and that the connector has its address and token.',
        retry_after: 10, **more)
  end
end
