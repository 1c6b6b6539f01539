import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'

const shared = new Map<string, Ajv2020>()

/** Each compiles the schema of schemas anew: one for all that are to be checked in the same manner. */
function ajvWith(options: Options): Ajv2020 {
  const manner = JSON.stringify(options)
  const ajv = shared.get(manner) ?? new Ajv2020({ strict: true, ...options })
  shared.set(manner, ajv)
  return ajv
}

/** A schema that is compiled when something is first checked against it: a command that checks nothing of the kind need not wait. */
export function compiled<T>(schema: object, options: Options = {}): () => ValidateFunction<T> {
  let validate: ValidateFunction<T> | undefined
  return () => (validate ??= ajvWith(options).compile<T>(schema))
}
