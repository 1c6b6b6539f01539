export { appendNextCheckpoint } from './checkpoint.ts'
export { readHeld, writeHeld } from './held-file.ts'
export {
  initStore,
  openStore,
  type OpenOptions,
  readStoreUrl,
  shownPlace,
  type StorePlace,
  type StoreUrl,
} from './open-store.ts'
export * from './store.ts'
export { type Evidence, evidenceFor } from './supersession.ts'
export type { Problem, ProblemKind, Verification } from './verify/verification.ts'
export { verifyLedgers, type VerifyOptions } from './verify/verify-ledgers.ts'
