# frozen_string_literal: true

# A newsletter: the destination that connector.rb publishes to.
#
#   NEWSLETTER_TOKEN  what every request must carry in `Authorization: Bearer …`
#   NEWSLETTER_PORT   where to listen on 127.0.0.1 (18075)
#
#   GET  /up                  {"up": true}
#   POST /drafts              a form with headline, text, section, …: 201 {"draft": ID}
#   POST /drafts/ID/publish   201 {"id", "link"}, the issue; 200 with the same one when it was published already
#   GET  /issues?words=TEXT   {"issues": [{"id", "link"}]}: issues that contain TEXT; drafts are not among them
#
# Drafts and issues live in memory. Nothing but the id of a draft is unique: two drafts become two issues.

require 'json'
require 'openssl'
require 'securerandom'
require 'uri'
require 'webrick'

class Drafts
  Draft = Struct.new(:fields, :issue)

  def initialize
    @lock = Mutex.new
    @drafts = {}
    @published = 0
  end

  def add(fields)
    id = "draft-#{SecureRandom.hex(8)}"
    @lock.synchronize { @drafts[id] = Draft.new(fields) }
    id
  end

  # Whether it was published just now, and the issue; nil when there is no such draft.
  def publish(id)
    @lock.synchronize do
      draft = @drafts[id]
      next unless draft
      next [false, draft.issue] if draft.issue

      @published += 1
      draft.issue = { id: "issue-#{@published}", link: "https://newsletter.example/issues/#{@published}" }
      [true, draft.issue]
    end
  end

  def issues(words)
    @lock.synchronize do
      @drafts.values.select { |draft| draft.issue && draft.fields.values.any? { |text| text.include?(words) } }
             .map(&:issue)
    end
  end
end

class Newsletter < WEBrick::HTTPServlet::AbstractServlet
  def service(request, response)
    response.status, document = reply(request)
    response['Content-Type'] = 'application/json'
    response.body = JSON.generate(document)
  end

  private

  def reply(request)
    token, drafts = @options
    given = request['Authorization'].to_s
    return [401, { error: 'wrong token' }] unless OpenSSL.secure_compare(given, "Bearer #{token}")

    case "#{request.request_method} #{request.path}"
    when 'GET /up' then [200, { up: true }]
    when 'GET /issues' then [200, { issues: drafts.issues(text(request.query['words'])) }]
    when 'POST /drafts' then draft(drafts, request.body.to_s)
    when %r{\APOST /drafts/([^/]+)/publish\z} then publish(drafts, Regexp.last_match(1))
    else [404, { error: 'no such thing' }]
    end
  end

  def draft(drafts, form)
    fields = URI.decode_www_form(form).to_h
    return [422, { error: 'a draft needs headline, text and section' }] unless %w[headline text section].all? do |name|
      !fields.fetch(name, '').strip.empty?
    end

    [201, { draft: drafts.add(fields) }]
  rescue ArgumentError
    [400, { error: 'not a form' }]
  end

  def publish(drafts, id)
    new, issue = drafts.publish(id)
    return [404, { error: 'no such draft' }] unless issue

    [new ? 201 : 200, issue]
  end

  def text(value)
    value.to_s.dup.force_encoding(Encoding::UTF_8)
  end
end

token = ENV.fetch('NEWSLETTER_TOKEN', '')
abort 'set NEWSLETTER_TOKEN in the environment' if token.empty?

server = WEBrick::HTTPServer.new(
  BindAddress: '127.0.0.1',
  Port: ENV.fetch('NEWSLETTER_PORT', '18075').to_i,
  Logger: WEBrick::Log.new(File::NULL, 0),
  AccessLog: [],
  DoNotReverseLookup: true
)
server.mount('/', Newsletter, token, Drafts.new)
trap('TERM') { exit!(0) }
trap('INT') { exit!(0) }
$stdout.sync = true
puts "newsletter on http://127.0.0.1:#{server.config[:Port]}"
server.start
