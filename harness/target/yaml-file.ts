import { readFile } from 'node:fs/promises'
import { errorCode } from './error-code.ts'
import { ConfigurationError } from './configuration-error.ts'
import type { Report } from './configuration-error.ts'
import { formatKeyPath } from './key-path.ts'
import { printable } from './printable.ts'
import { unreadable } from './read-token.ts'
import type { Validate } from './validate.ts'
import { parseYaml } from './yaml-source.ts'
import type { YamlProblem } from './yaml-source.ts'

/**
 * Reads a YAML or JSON file that must have a certain form, then gives it a meaning; `absent` says what to do when there is
 * no such file. Rejects with a {@link ConfigurationError} that lists every problem, each with its line.
 */
export const readYamlFile = async <Raw, T>(
  file: string,
  validate: Validate<Raw>,
  assemble: (raw: Raw, report: Report) => T | Promise<T>,
  absent: string,
): Promise<T> => {
  const name = printable(file)
  const source = parseYaml(await textOf(file, name, absent))
  if (!('value' in source)) throw new ConfigurationError(inOrder(name, source))
  const problems: YamlProblem[] = []
  const report: Report = (path, text) => {
    problems.push({ at: source.locate(path), text: path.length === 0 ? text : `${formatKeyPath(path)}: ${text}` })
  }
  // Form first: what a key means can only be judged once it has the right type.
  if (!validate(source.value, report)) throw new ConfigurationError(inOrder(name, problems))
  const assembled = await assemble(source.value, report)
  if (problems.length > 0) throw new ConfigurationError(inOrder(name, problems))
  return assembled
}

const textOf = async (file: string, name: string, absent: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigurationError([
      errorCode(error) === 'ENOENT' ? `${name}: no such file; ${absent}` : `${name}: the file ${unreadable(error)}`,
    ])
  }
}

/** From top to bottom, as someone mends a file. */
const inOrder = (name: string, problems: readonly YamlProblem[]): readonly string[] =>
  problems
    .toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)
    .map(({ at, text }) => `${name}:${at.line}:${at.column}: ${text}`)
