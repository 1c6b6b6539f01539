import type { Draft } from '../host/index.ts'
import type { Operation } from './operation.ts'

/** The same operation as a host is asked to publish it. */
export function draftOf({ id, request }: Operation): Draft {
  const { content, title, description, settings, output_profile: outputProfile } = request
  const text = (name: string, value: unknown): Record<string, string> =>
    typeof value === 'string' ? { [name]: value } : {}
  return {
    renditionId: id,
    operationId: id,
    outputProfile: String(outputProfile),
    settings: (settings ?? {}) as Draft['settings'],
    ...text('content', content),
    ...text('title', title),
    ...text('description', description),
  }
}
