import type { Body } from '../../record/index.ts'

/** The fields that every record has, made here and never taken from a request. */
export type Common = Pick<Body, 'v' | 'id' | 'recorded_at' | 'operator_ref' | 'fp_alg' | 'fp_key_id'>
