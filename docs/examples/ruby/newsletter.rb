# frozen_string_literal: true

require 'json'
require 'net/http'
require 'timeout'
require 'uri'

# The destination, seen from the connector.
class Newsletter
  TIMEOUT = 2
  MAX_ANSWER = 256 * 1024
  # Complete answers after which the newsletter, by its own documentation, has done nothing.
  REFUSALS = [400, 401, 403, 404, 405, 410, 413, 415, 422].freeze

  # No answer, or none that tells what has happened.
  class Failed < StandardError; end

  # A complete answer that tells that nothing has happened.
  class Refused < Failed
    attr_reader :code

    def initialize(status)
      @code = "http_#{status}"
      super(@code)
    end
  end

  def initialize(url, token)
    @url = URI(url)
    @token = token
  end

  def healthy?
    call(Net::HTTP::Get, '/up')['up'] == true
  rescue Failed
    false
  end

  # The id of a new draft, which nobody but the editors sees.
  def draft(request)
    settings = request.fetch('settings', {})
    fields = {
      headline: request['title'], summary: request.fetch('description', ''), text: request['content'],
      section: settings.fetch('section', 'news'), mail: settings.fetch('mail', false), note: settings.fetch('note', '')
    }
    id = call(Net::HTTP::Post, '/drafts', fields)['draft']
    raise Failed, 'no draft id' unless id.is_a?(String) && id.match?(/\A[A-Za-z0-9_-]{1,64}\z/)

    id
  end

  # The issue that the draft has become. A draft becomes one issue, however often it is published.
  def publish(draft)
    issue = call(Net::HTTP::Post, "/drafts/#{draft}/publish", {})
    id, link = issue.values_at('id', 'link')
    raise Failed, 'no issue id' unless id.is_a?(String) && id.length.between?(1, 128)

    https = link.is_a?(String) && link.start_with?('https://') && link.length <= 2000
    { external_id: id, **(https ? { external_url: link } : {}) }
  end

  private

  def call(method, path, fields = nil)
    request = method.new(@url.path.chomp('/') + path, 'Accept-Encoding' => 'identity')
    request['Authorization'] = "Bearer #{@token}"
    request.set_form_data(fields) if fields
    status, body = Timeout.timeout(TIMEOUT) { exchange(request) }
    raise Refused, status if REFUSALS.include?(status)
    raise Failed, "status #{status}" unless [200, 201].include?(status)

    document = JSON.parse(body)
    raise Failed, 'no object' unless document.is_a?(Hash)

    document
  rescue Failed
    raise
  rescue StandardError => e
    # Only the class: the message may quote the answer.
    raise Failed, e.class.name
  end

  def exchange(request)
    # Without a proxy from the environment, and without the repetition that Net::HTTP does by itself.
    http = Net::HTTP.new(@url.host, @url.port, nil)
    http.use_ssl = @url.scheme == 'https'
    http.max_retries = 0
    http.start do
      http.request(request) do |response|
        body = +''
        response.read_body do |part|
          body << part
          raise Failed, 'answer too large' if body.bytesize > MAX_ANSWER
        end
        return [response.code.to_i, body]
      end
    end
  end
end
