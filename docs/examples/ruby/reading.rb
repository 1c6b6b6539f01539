# frozen_string_literal: true

require 'json'
require_relative 'problem'

# Reading requests. Members are named by us, never quoted: an unknown one may hold anything.
module Reading
  # An object that takes every key once.
  class Once < Hash
    def []=(key, value)
      raise JSON::ParserError if key?(key)

      super
    end
  end

  module_function

  # The members of exactly one JSON object: strings, except `settings`, which is an object.
  def members(body, required, optional = [])
    document = parse(body)
    raise Problem.invalid('The body must be a JSON object.') unless document.is_a?(Hash)

    missing = required.find { |name| !document.key?(name) }
    raise Problem.invalid("The member \"#{missing}\" is missing.") if missing
    unless (document.keys - required - optional).empty?
      raise Problem.invalid("The only members known here are: #{(required + optional).join(', ')}.")
    end

    wrong = document.keys.find { |name| !fits?(name, document[name]) }
    raise Problem.invalid("The member \"#{wrong}\" has the wrong type or length.") if wrong

    document
  end

  def parse(body)
    text = body.dup.force_encoding(Encoding::UTF_8)
    raise JSON::ParserError unless text.valid_encoding?

    JSON.parse(text, object_class: Once)
  rescue JSON::ParserError
    raise Problem.invalid('The body must be exactly one JSON object in UTF-8 with no key twice.')
  end

  def fits?(name, value)
    return value.is_a?(Hash) if name == 'settings'
    return text?(value) && value.length.between?(1, 128) if %w[workspace_id operation_id].include?(name)

    text?(value)
  end

  # JSON can spell half of a surrogate pair, which UTF-8 cannot.
  def text?(value)
    value.is_a?(String) && value.valid_encoding?
  end
end
