import { isDeepStrictEqual } from 'node:util'
import type { Manifest } from '../harness/protocol/index.ts'

/** Same limits, settings and profiles: what a capability revision stands for (§9). Display text may differ. */
export const sameOffer = (a: Manifest, b: Manifest): boolean => isDeepStrictEqual(offer(a), offer(b))

const offer = ({ publishing, connection, operations }: Manifest): unknown => ({
  modes: connection.modes,
  polling: operations.polling,
  profiles: publishing.output_profiles.map(
    ({ id, profile, intents, content, title, description, media, settings }) => ({
      id,
      profile,
      intents,
      content,
      title,
      description,
      media,
      settings: settings?.map(({ key, control, required, options, default: preset }) => ({
        key,
        control,
        required,
        options,
        preset,
      })),
    }),
  ),
})
