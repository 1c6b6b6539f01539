import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * A schema that is compiled when something is first checked against it: each compiles the schema of schemas anew, which a
 * command that checks nothing of the kind need not wait for.
 */
export function compiled<T>(schema: object, options: Options = {}): () => ValidateFunction<T> {
  let validate: ValidateFunction<T> | undefined
  return () => (validate ??= new Ajv2020({ strict: true, ...options }).compile<T>(schema))
}
