import type { Complaint } from './complaint.ts'
import { inspector } from './inspect.ts'
import { exactly, object, type Schema } from './schema.ts'

/** What `GET /v1/health` answers when everything works (§2.5). */
export interface Health {
  readonly status: 'ready'
}

export const healthSchema: Schema = object('a health object', {
  status: exactly('ready', { vital: true, reveal: false }),
})

const inspect = inspector<Health>(healthSchema)

export const checkHealth = (value: unknown): readonly Complaint[] => inspect(value).complaints

/** Undefined unless the connector says that it is ready. */
export const readHealth = (value: unknown): Health | undefined => inspect(value).readable
