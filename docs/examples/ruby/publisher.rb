# frozen_string_literal: true

require_relative 'issue'
require_relative 'newsletter'
require_relative 'problem'

# The idempotency rules, for a destination that publishes in two steps.
#
# The newsletter cannot be told which operation a draft belongs to, so a draft whose id was lost is never found again.
# It does no harm: only a published draft is an issue. And a draft becomes one issue however often it is published. So:
#
#   reserved   no draft is known, hence nothing was published: a draft may be made
#   drafted    only this draft is ever published, as often as it takes until the newsletter confirms it
#   published  the issue is known; this is the answer from now on
#   refused    nothing was published: the problem is the answer, and another publish begins anew
#
# Only the first attempt can be refused. Later ones follow an answer that may have been lost, and stay pending.
class Publisher
  POLL_AFTER_SECONDS = 2
  # Operations are never deleted; this is only what we promise.
  IDEMPOTENCY_TTL_SECONDS = 30 * 24 * 3600

  def initialize(journal, newsletter)
    @journal = journal
    @newsletter = newsletter
  end

  # Status and document.
  def publish(request)
    operation = @journal.find(request['operation_id'])
    unless operation
      check(request)
      operation = @journal.find_or_add(request['operation_id'])
    end
    refusals = operation.refusals
    operation.lock.synchronize do
      # A refusal that happened while we waited for the lock is the answer to this call as well.
      advance(operation, request) if operation.refusals == refusals
      answer(operation)
    end
  end

  def lookup(id)
    operation = @journal.find(id)
    # Waits for an attempt that is under way: "pending" now and "refused" a moment later would be a contradiction.
    operation&.lock&.synchronize do
      advance(operation, nil) if operation.state == 'drafted'
      return answer(operation) if operation.state
    end
    raise Problem.refused(404, 'operation_not_found', 'There is no such operation',
                          'This connector never reserved an operation with this id, and wrote nothing for it.',
                          'Publish the post if it is still wanted.')
  end

  private

  def check(request)
    Issue.validate(request)
    return if @journal.connection?(request['connection_ref'])

    raise Problem.refused(422, 'unknown_connection', 'Unknown connection',
                          'This connector has not made the connection that the request names.',
                          'Connect the account again.')
  end

  def advance(operation, request)
    case operation.state
    when nil, 'refused'
      check(request)
      @journal.record(operation, 'reserved')
      first_attempt(operation, request)
    when 'reserved'
      # We stopped between reservation and draft. A request that is not valid changes nothing about that.
      another_attempt { make_draft(operation, request) if valid?(request) }
    when 'drafted'
      another_attempt { publish_draft(operation) }
    end
  end

  def first_attempt(operation, request)
    make_draft(operation, request)
  rescue Newsletter::Refused => e
    @journal.record(operation, 'refused', result: refusal(e))
  rescue Newsletter::Failed => e
    log "first attempt: #{e.message}"
    # With a draft it may have been published. Without one it cannot.
    unless operation.draft
      @journal.record(operation, 'refused', result: Problem.unavailable(outcome: 'rejected').document)
    end
  end

  def another_attempt
    yield
  rescue Newsletter::Failed => e
    log "another attempt: #{e.message}"
  end

  def make_draft(operation, request)
    @journal.record(operation, 'drafted', draft: @newsletter.draft(request))
    publish_draft(operation)
  end

  def publish_draft(operation)
    issue = @newsletter.publish(operation.draft)
    result = { status: 'published', **issue, idempotency_ttl_seconds: IDEMPOTENCY_TTL_SECONDS }
    @journal.record(operation, 'published', draft: operation.draft, result:)
  end

  def valid?(request)
    check(request)
    true
  rescue Problem
    false
  end

  def refusal(error)
    Problem.new(502, 'destination_refused', 'The newsletter refused the post',
                'The newsletter answered with a refusal and published nothing.',
                'Check the token of the connector and the rules of the newsletter, then publish again.',
                outcome: 'rejected', provider_code: error.code).document
  end

  def answer(operation)
    case operation.state
    when 'published' then [200, operation.result]
    when 'refused' then [operation.result[:status], operation.result]
    else
      [202, { status: 'pending', provider_reference: operation.id, poll_after_seconds: POLL_AFTER_SECONDS }]
    end
  end
end
