import type { ErrorObject } from 'ajv/dist/2020.js'
import { compiled } from '../protocol/compiled.ts'
import type { Report } from './configuration-error.ts'
import type { KeyPath } from './key-path.ts'
import { nearest } from './nearest.ts'
import type { Schema } from './schema.ts'

/** Checks a value and reports every problem in words. */
export type Validate<T> = (value: unknown, report: Report) => value is T

/** Makes a check of a schema whose titles say what belongs in a place; see {@link Schema}. */
export const validator = <T>(schema: Schema): Validate<T> => {
  const validate = compiled<T>(schema, { allErrors: true, verbose: true, strictRequired: false, allowUnionTypes: true })
  return (value, report): value is T => {
    const check = validate()
    if (check(value)) return true
    for (const error of telling(check.errors ?? [])) {
      const { path, text } = explain(error, pathOf(error.instancePath, value))
      report(path, text)
    }
    return false
  }
}

/** Leaves out what only repeats another error: branches of oneOf, the frame of if/then, anything about a value of the wrong type. */
const telling = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const wrongType = new Set(errors.filter((error) => error.keyword === 'type').map((error) => error.instancePath))
  const kept = errors.filter(
    (error) =>
      error.keyword !== 'if' &&
      !(error.keyword === 'pattern' && error.propertyName !== undefined) &&
      !/\/oneOf\/\d+\//.test(error.schemaPath) &&
      (error.keyword === 'type' || !wrongType.has(error.instancePath)),
  )
  return kept.filter(
    (error, index) =>
      index === kept.findIndex((other) => samePlace(other, error)) && !kept.some((other) => mistypes(other, error)),
  )
}

/** An unknown key that was meant for one of a group explains why none of the group is given. */
const mistypes = (unknown: ErrorObject, error: ErrorObject): boolean => {
  if (unknown.keyword !== 'additionalProperties' || unknown.instancePath !== error.instancePath) return false
  const { keys, given } = error.keyword === 'oneOf' ? choiceOf(error) : { keys: [], given: [] }
  const meant = nearest(String(unknown.params['additionalProperty']), knownKeys(unknown))
  return given.length === 0 && meant !== undefined && keys.includes(meant)
}

/** The keys of which exactly one is asked for, and those that are there. */
const choiceOf = (error: ErrorObject): { readonly keys: readonly string[]; readonly given: readonly string[] } => {
  const { oneOf } = (error.parentSchema ?? {}) as {
    readonly oneOf: readonly { readonly required: readonly string[] }[]
  }
  const keys = oneOf.flatMap((one) => one.required)
  return { keys, given: keys.filter((key) => isRecord(error.data) && Object.hasOwn(error.data, key)) }
}

const knownKeys = ({ parentSchema }: ErrorObject): readonly string[] =>
  Object.keys(((parentSchema ?? {}) as Schema)['properties'] ?? {})

/** A value that breaks two rules of one place (too short, wrong pattern) is one problem. */
const samePlace = (a: ErrorObject, b: ErrorObject): boolean =>
  a.instancePath === b.instancePath &&
  a.parentSchema === b.parentSchema &&
  (a === b || !(aboutOneKey.has(a.keyword) || aboutOneKey.has(b.keyword)))

const aboutOneKey: ReadonlySet<string> = new Set(['additionalProperties', 'required', 'propertyNames'])

const explain = (error: ErrorObject, path: KeyPath): { readonly path: KeyPath; readonly text: string } => {
  const schema = (error.parentSchema ?? {}) as Schema
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty'])
      return { path: [...path, key], text: `unknown key${suggestion(key, knownKeys(error))}` }
    }
    case 'required': {
      const key = String(error.params['missingProperty'])
      const properties = schema['properties'] as Readonly<Record<string, Schema>> | undefined
      return { path: [...path, key], text: `is missing; expected ${titleOf(properties?.[key])}` }
    }
    case 'dependentRequired':
      return {
        path,
        text: `${String(error.params['property'])} needs ${String(error.params['missingProperty'])} beside it`,
      }
    case 'oneOf': {
      const { keys, given } = choiceOf(error)
      return {
        path,
        text: `give exactly one of ${keys.join(', ')}; ${given.length === 0 ? 'none is given' : `${given.join(' and ')} are given`}`,
      }
    }
    case 'propertyNames':
      return {
        path: [...path, String(error.params['propertyName'])],
        text: 'is not the name of an environment variable',
      }
    case 'enum': {
      const known = (error.params['allowedValues'] as readonly unknown[]).map(String)
      return { path, text: `unknown value${typeof error.data === 'string' ? suggestion(error.data, known) : ''}` }
    }
    default: {
      const [what = '', mend] = titleOf(schema).split('; ')
      const got = describe(error.data, error.keyword)
      return { path, text: `expected ${what}, got ${got}${mend === undefined ? '' : `; ${mend}`}` }
    }
  }
}

const suggestion = (word: string, known: readonly string[]): string => {
  const meant = nearest(word, known)
  return meant === undefined ? `; known: ${known.join(', ')}` : `; did you mean ${meant}?`
}

const titleOf = (schema: Schema | undefined): string =>
  typeof schema?.['title'] === 'string' ? schema['title'] : 'another value'

/** The kind of a value, never the value: someone may have put a secret in the wrong place. */
const describe = (value: unknown, keyword: string): string => {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (value === '') return 'an empty string'
  const kind = typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'true or false'
  if (kind === 'true or false') return kind
  return keyword === 'type' ? `a ${kind}` : `another ${kind}`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Ajv's pointer as keys; a segment is an index where the value is a list. */
const pathOf = (pointer: string, root: unknown): KeyPath => {
  let value = root
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => {
      const step = Array.isArray(value) ? Number(key) : key
      value = isRecord(value) ? value[key] : undefined
      return step
    })
}
