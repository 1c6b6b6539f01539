import { readFileSync } from 'node:fs'

/** The version in `package.json`, wherever this file was built to. */
export function version(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { version: found } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as { version: string }
      return found
    } catch {
      // Built files lie one folder deeper than sources.
    }
  }
  return 'unknown'
}
