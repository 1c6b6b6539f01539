# frozen_string_literal: true

require 'digest'
require 'json'
require_relative 'problem'
require_relative 'reading'

# What this connector publishes: the manifest, and the rules that it states.
module Issue
  MAX_TITLE = 80
  MAX_SUMMARY = 160
  MAX_CONTENT = 3000
  SECTIONS = %w[news events].freeze

  PROFILE = {
    id: 'newsletter:issue',
    display_name: 'Newsletter issue',
    profile: 'short_text',
    intents: ['post'],
    content: { required: true, max_length: MAX_CONTENT },
    title: { required: true, max_length: MAX_TITLE },
    description: { required: false, max_length: MAX_SUMMARY },
    media: { min_items: 0, max_items: 0 },
    settings: [
      { key: 'section', label: 'Section', control: 'select', required: true, default: 'news', options: SECTIONS },
      { key: 'mail', label: 'Send by mail', help: 'Otherwise it only appears on the web site.',
        control: 'checkbox', required: false, default: false },
      { key: 'note', label: 'Note of the editor', control: 'textarea', required: false }
    ]
  }.freeze

  # A changed limit or setting changes it by itself; a rule that the profile does not show needs a new number in front.
  REVISION = "r1-#{Digest::SHA256.hexdigest(JSON.generate(PROFILE))[0, 16]}".freeze

  MANIFEST = {
    protocol_version: '1.0',
    implementation_version: '1.0.0',
    provider: {
      id: 'example.newsletter',
      display_name: 'Example newsletter',
      description: 'Publishes short posts as issues of one newsletter.'
    },
    capability_revision: REVISION,
    connection: { modes: ['preconfigured'] },
    publishing: { output_profiles: [PROFILE] },
    operations: { polling: true }
  }.freeze

  module_function

  # Why nothing can be published with this profile and these settings, or nil.
  def unusable(profile, settings)
    return "The only output profile of this connector is #{PROFILE[:id]}." unless profile == PROFILE[:id]
    unless (settings.keys - %w[section mail note]).empty?
      return 'The only settings of this profile are section, mail and note.'
    end
    return 'The setting section must be news or events.' unless SECTIONS.include?(settings.fetch('section', 'news'))
    return 'The setting mail must be true or false.' unless [true, false].include?(settings.fetch('mail', false))

    'The setting note must be a text.' unless Reading.text?(settings.fetch('note', ''))
  end

  def validate(request)
    unless request['capability_revision'] == REVISION
      raise Problem.refused(409, 'stale_revision', 'The capability revision is not current',
                            'The post was prepared for other limits or settings than the current ones.',
                            'Connect the account again, so that the current limits and settings are used.')
    end
    reason = unusable(request['output_profile'], request.fetch('settings', {}))
    if reason
      raise Problem.refused(422, 'invalid_settings', 'Profile or settings cannot be used', reason,
                            'Change the settings of the post.')
    end
    reason = unfit_text(request)
    return unless reason

    raise Problem.refused(422, 'invalid_content', 'The text cannot be published', reason, 'Change the post.')
  end

  # Lengths are counted in code points, as Ruby does.
  def unfit_text(request)
    title, content = request.values_at('title', 'content').map(&:to_s)
    return "The title must have 1 to #{MAX_TITLE} characters." if title.strip.empty? || title.length > MAX_TITLE
    if content.strip.empty? || content.length > MAX_CONTENT
      return "The content must have 1 to #{MAX_CONTENT} characters that are not only white space."
    end

    "The description must have at most #{MAX_SUMMARY} characters." if request['description'].to_s.length > MAX_SUMMARY
  end
end
