# frozen_string_literal: true

# A connector for Connector Protocol 1.0 that publishes short posts as issues of a newsletter.
#
# Ruby 3.1 or newer, and WEBrick. Configured by environment variables:
#
#   CONNECTOR_TOKEN    what the service must present to us
#   DESTINATION_URL    where the newsletter is, for example http://127.0.0.1:18075
#   DESTINATION_TOKEN  what we present to the newsletter; it never goes anywhere else
#   STATE_DIR          folder of the journal; it must survive restarts
#   HOST, PORT         where to listen (127.0.0.1, 18807)
#
# Read publisher.rb first.

require 'json'
require 'openssl'
require 'webrick'
require_relative 'issue'
require_relative 'journal'
require_relative 'newsletter'
require_relative 'problem'
require_relative 'publisher'
require_relative 'reading'

# The six routes: each takes the body, or the operation id, and returns a status and a document, or raises a Problem.
class Connector
  ROUTES = {
    '/v1/manifest' => ['GET', :manifest],
    '/v1/health' => ['GET', :health],
    '/v1/connections' => ['POST', :connections],
    '/v1/capabilities/resolve' => ['POST', :resolve],
    '/v1/publishes' => ['POST', :publish]
  }.freeze
  OPERATION = %r{\A/v1/operations/([^/]+)\z}

  def initialize(token, journal, newsletter)
    @token = token
    @journal = journal
    @newsletter = newsletter
    @publisher = Publisher.new(journal, newsletter)
  end

  def authenticate(header)
    scheme, given = header.to_s.split(' ', 2)
    return if scheme.to_s.casecmp?('bearer') && OpenSSL.secure_compare(given.to_s, @token)

    raise Problem.refused(401, 'unauthorized', 'The request is not authorized',
                          'The request carries no bearer token, or not the one this connector was given.',
                          'Give the service and the connector the same connector token.')
  end

  def handle(method, path, body)
    wanted, route = path.match?(OPERATION) ? ['GET', :lookup] : ROUTES[path]
    unless route
      raise Problem.new(404, 'route_not_found', 'There is no such route', 'The path is not known.',
                        'Check the address of the connector in the configuration of the service.')
    end
    unless method == wanted
      raise Problem.refused(405, 'method_not_allowed', 'The method is not allowed',
                            "This route is called with #{wanted}.", 'Check the version of the service.')
    end
    send(route, route == :lookup ? path[OPERATION, 1] : body)
  end

  private

  def manifest(_body)
    [200, Issue::MANIFEST]
  end

  def health(_body)
    raise Problem.unavailable unless @newsletter.healthy?

    [200, { status: 'ready' }]
  end

  def connections(body)
    workspace = Reading.members(body, %w[workspace_id])['workspace_id']
    account = { id: 'newsletter:main', username: 'newsletter', display_name: 'Example newsletter' }
    [200, { state: 'complete', connection_ref: @journal.connect(workspace), accounts: [account] }]
  end

  def resolve(body)
    request = Reading.members(body, %w[connection_ref output_profile intent], %w[settings])
    reason = Issue.unusable(request['output_profile'], request.fetch('settings', {}))
    reason = 'The only intent of this connector is post.' unless request['intent'] == 'post'
    reason = 'This connector has not made the connection.' unless @journal.connection?(request['connection_ref'])
    return [200, { capability_revision: Issue::REVISION, available: false, unavailable_reason: reason }] if reason

    constraints = Issue::PROFILE.slice(:content, :title, :description, :media)
    [200, { capability_revision: Issue::REVISION, available: true, constraints: }]
  end

  def publish(body)
    required = %w[operation_id connection_ref capability_revision output_profile]
    @publisher.publish(Reading.members(body, required, %w[content title description settings]))
  end

  def lookup(segment)
    id = WEBrick::HTTPUtils.unescape(segment).force_encoding(Encoding::UTF_8)
    raise Problem.invalid('The operation id in the path must be percent-encoded UTF-8.') unless id.valid_encoding?

    @publisher.lookup(id)
  end
end

# HTTP around it.
class Servlet < WEBrick::HTTPServlet::AbstractServlet
  MAX_REQUEST = 1024 * 1024

  def service(request, response)
    # Read before anything is refused, so that the caller sees the answer.
    body = read_body(request)
    status, document = reply(request, body)
    response.status = status
    response['Content-Type'] = status < 400 ? 'application/json' : 'application/problem+json'
    response['WWW-Authenticate'] = 'Bearer' if status == 401
    response.body = JSON.generate(document)
    log "#{status} #{document[:kind] || document[:status] || 'ok'}"
  end

  private

  def reply(request, body)
    connector = @options[0]
    connector.authenticate(request['Authorization'])
    if body.bytesize > MAX_REQUEST
      raise Problem.refused(413, 'request_too_large', 'The request is too large',
                            "A request may have at most #{MAX_REQUEST} bytes.", 'Shorten the post.')
    end
    connector.handle(request.request_method, request.request_uri.path, body)
  rescue Problem => e
    [e.status, e.document]
  rescue StandardError => e
    # Only the class: the message of an exception may quote what it stumbled over.
    log "internal error: #{e.class}"
    [500, Problem.new(500, 'internal_error', 'The connector failed', 'The request met an unexpected error.',
                      'Read the log of the connector. Do not publish the post again before its state is known.',
                      outcome: 'unknown').document]
  end

  def read_body(request)
    body = +''
    request.body { |part| body << part if body.bytesize <= MAX_REQUEST }
    body
  end
end

# WEBrick's own refusals would be HTML that quotes the request.
module PlainRefusal
  def create_error_page
    self['Content-Type'] = 'application/problem+json'
    self.body = JSON.generate(
      Problem.refused(status, 'invalid_http', 'The request is not valid',
                      'The request is not HTTP that this connector understands.', 'Check the caller.').document
    )
  end
end

class Server < WEBrick::HTTPServer
  def create_response(config)
    super.extend(PlainRefusal)
  end
end

# States and kinds. Never a token, a post text, or what a caller or the newsletter sent.
def log(line)
  $stderr.write("#{line}\n")
end

names = %w[CONNECTOR_TOKEN DESTINATION_URL DESTINATION_TOKEN STATE_DIR]
missing = names.select { |name| ENV.fetch(name, '').empty? }
abort "set #{missing.join(', ')} in the environment" unless missing.empty?
token, url, key, folder = ENV.values_at(*names)

server = Server.new(
  BindAddress: ENV.fetch('HOST', '127.0.0.1'),
  Port: ENV.fetch('PORT', '18807').to_i,
  # WEBrick's own log lines quote requests.
  Logger: WEBrick::Log.new(File::NULL, 0),
  AccessLog: [],
  DoNotReverseLookup: true
)
server.mount('/', Servlet, Connector.new(token, Journal.new(folder), Newsletter.new(url, key)))
# Cutting off a publish is safe: it is in the journal, and goes on when it is asked for.
trap('TERM') { exit!(0) }
trap('INT') { exit!(0) }
log "listening on port #{server.config[:Port]}"
server.start
