export type { Act, Arm, Armed, Attempt, Calibrated, Gate, GateEvent, Learned, OutageKind, Point } from './gate.ts'
export { GateError } from './gate-error.ts'
export { type GateOptions, openGate } from './open-gate.ts'
export { loadHandlers } from './load-handlers.ts'
