import type { Report } from './configuration-error.ts'
import type { KeyPath } from './key-path.ts'
import { keyText } from './key-path.ts'
import { nearest } from './nearest.ts'
import { placeholderNames, placeholdersIn } from './placeholders.ts'
import type { PlaceholderName } from './placeholders.ts'
import type { RawConfiguration } from './raw-configuration.ts'

const inArguments = ['connector.url', 'connector.port', 'destination.url', 'work'] as const
const inEnvironment = [...inArguments, 'connector.token', 'destination.token'] as const

/** Reports every `${…}` that is unknown, stands where it has no value, or would put a token where others can see it. */
export const checkPlaceholders = (raw: RawConfiguration, report: Report): void => {
  for (const { path, template, allowed } of templates(raw)) {
    for (const name of placeholdersIn(template)) {
      const problem = problemOf(name, allowed, raw)
      if (problem !== undefined) report(path, problem)
    }
  }
}

interface Template {
  readonly path: KeyPath
  readonly template: string
  readonly allowed: readonly PlaceholderName[]
}

const templates = ({ process, destination, logs }: RawConfiguration): readonly Template[] => {
  const logCommand = typeof logs === 'object' ? logs.command : undefined
  const fromCommand = typeof logs === 'object' && typeof logs.from === 'object' ? logs.from.command : undefined
  const request = destination?.items?.request
  return [
    ...each(['process', 'command'], process?.command, inArguments),
    ...each(['process', 'commands', 'kill'], process?.commands?.kill, inArguments),
    ...each(['process', 'commands', 'start'], process?.commands?.start, inArguments),
    ...each(['process', 'commands', 'identity'], process?.commands?.identity, inArguments),
    ...each(['process', 'env'], process?.env, inEnvironment),
    ...each(['destination', 'items', 'request'], request && { path: request.path }, ['marker', 'destination.token']),
    ...each(['destination', 'items', 'request', 'headers'], request?.headers, ['marker', 'destination.token']),
    ...each(['destination', 'items', 'command'], destination?.items?.command, ['marker', 'work']),
    ...each(['logs', 'command'], logCommand, inArguments),
    ...each(['logs', 'from', 'command'], fromCommand, inArguments),
  ]
}

const each = (
  path: KeyPath,
  texts: readonly string[] | Readonly<Record<string, string>> | undefined,
  allowed: readonly PlaceholderName[],
): readonly Template[] =>
  Object.entries(texts ?? {}).map(([key, template]) => ({
    path: [...path, Array.isArray(texts) ? Number(key) : key],
    template,
    allowed,
  }))

const problemOf = (
  name: string | undefined,
  allowed: readonly PlaceholderName[],
  raw: RawConfiguration,
): string | undefined => {
  if (name === undefined) return '${ is never closed; write }, or $${ for a plain ${'
  const known = placeholderNames.find((one) => one === name)
  if (known === undefined) {
    const meant = nearest(name, placeholderNames)
    return `unknown placeholder \${${keyText(name)}}; ${
      meant === undefined ? `known: ${allowed.join(', ')}; write $\${ for a plain \${` : `did you mean \${${meant}}?`
    }`
  }
  if (!allowed.includes(known)) {
    return known.endsWith('.token')
      ? `\${${known}} cannot stand here: every user of the machine can read arguments; pass it in process.env`
      : `\${${known}} has no value here; known: ${allowed.join(', ')}`
  }
  if (known.startsWith('destination.') && !raw.destination) return `\${${known}} needs the section destination`
  // A destination that we serve ourselves gets a fresh token.
  if (known === 'destination.token' && raw.destination?.upstream !== undefined && !raw.destination.token) {
    return '${destination.token} needs destination.token'
  }
  if (known === 'connector.port' && raw.connector.url.startsWith('unix:')) {
    return '${connector.port} has no value: connector.url is a unix: socket; use ${connector.url}'
  }
  return undefined
}
