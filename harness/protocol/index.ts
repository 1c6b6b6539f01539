/** The messages of Connector Protocol 1.0: types, schemas and rules side by side. Judges messages, never a connector. */
export {
  checkResolution,
  readResolution,
  type Resolution,
  type ResolutionExpectation,
  type ResolutionRequest,
  resolutionRequestSchema,
  resolutionSchema,
} from './capabilities.ts'
export type {
  Complaint,
  ConnectionTopic,
  HealthTopic,
  ManifestTopic,
  ProblemTopic,
  PublishTopic,
  ResolutionTopic,
  ResultTopic,
  Topic,
} from './complaint.ts'
export {
  type Account,
  checkConnection,
  type Connection,
  type ConnectionRequest,
  connectionRequestSchema,
  connectionSchema,
  readConnection,
} from './connection.ts'
export { describe, reveal } from './describe.ts'
export { markupIn } from './display-text.ts'
export { checkHealth, type Health, healthSchema, readHealth } from './health.ts'
export { idPattern, isId, isOperationId, operationIdPattern } from './identifiers.ts'
export { limits } from './limits.ts'
export type { ManifestOptions } from './manifest-rules.ts'
export {
  checkManifest,
  type Control,
  controls,
  type Manifest,
  manifestSchema,
  type OutputProfile,
  readManifest,
  type Setting,
  type TextRule,
} from './manifest.ts'
export {
  checkOperationResult,
  type OddNumbers,
  type OperationResult,
  type PendingResult,
  pendingSchema,
  type PublishedResult,
  publishedSchema,
  readOperationResult,
} from './operation-result.ts'
export { checkProblem, type Problem, type ProblemExpectation, problemSchema, readProblem } from './problem.ts'
export { checkPublishRequest, type PublishRequest, publishRequestSchema } from './publish.ts'
export { lookupPath, type Route, type RouteName, routes } from './routes.ts'
export type { Schema } from './schema.ts'
export { longestText, usableTextSetting, validSettings } from './valid-input.ts'
