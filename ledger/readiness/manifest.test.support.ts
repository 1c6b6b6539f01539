import type { Manifest } from '../../harness/protocol/index.ts'

/** A manifest with one profile that a service accepts. */
export const manifestOf = (provider: string, profile: string): Manifest => ({
  protocol_version: '1.0',
  implementation_version: '1.0.0',
  provider: { id: provider, display_name: 'Notes', description: 'Notes.' },
  capability_revision: 'one',
  connection: { modes: ['preconfigured'] },
  publishing: {
    output_profiles: [
      {
        id: profile,
        display_name: 'Note',
        profile: 'short_text',
        intents: ['post'],
        content: { required: true, max_length: 100 },
        media: { min_items: 0, max_items: 0 },
      },
    ],
  },
  operations: { polling: false },
})
