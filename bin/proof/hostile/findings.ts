import { makeNeedles } from '../../../harness/wire/needles.ts'
import { closingMs, type Seen } from './besiege.ts'
import type { Siege } from './siege.ts'
import { flawOfXml } from './well-formed-xml.ts'

/** Bytes. */
export const mostMemory: number = 300 * 1024 * 1024

/** Everything that must not have been seen, in words; nothing when the siege was withstood. */
export function findings(siege: Siege, seen: Seen): readonly string[] {
  const all = [
    ...aboutTheEnd(siege, seen),
    ...aboutTraces(seen),
    ...aboutTerminal(siege, seen),
    ...[...seen.files].flatMap(([path, bytes]) => [...aboutFile(path, bytes, seen.secrets)]),
    ...aboutResults(siege, seen),
  ]
  return all.map((each) => `${siege.id}: ${each}`)
}

function* aboutTheEnd({ deadlineS, exit }: Siege, { code, signal, millis, peak }: Seen): Generator<string> {
  if (signal) yield `it did not end by itself (${signal})`
  else if (code !== exit) yield `exit code ${code} and not ${exit}`
  if (millis > deadlineS * 1000 + closingMs)
    yield `it took ${Math.round(millis / 1000)} s, its deadline is ${deadlineS} s`
  if (peak === 0) yield 'its memory was never seen'
  if (peak > mostMemory) yield `it held ${Math.round(peak / 1024 / 1024)} MB of memory`
}

function* aboutTraces({ processes, temporary, portIsFree, caught, unmarked }: Seen): Generator<string> {
  for (const command of processes) yield `a process is left: ${command}`
  for (const name of temporary) yield `a temporary file is left: ${name}`
  if (!portIsFree) yield 'somebody still listens at the port of the connector'
  if (unmarked) yield 'nothing was found in the posts that could be searched for'
  for (const each of caught) yield `something went to another origin: ${each}`
}

/** What a runner of CI jobs obeys, wherever a line begins; and `##[` anywhere. */
const command = /^\s*::\w|##\[|##vso\[|##teamcity\[/im

/** A line of ours that a connector wrote. */
const faked = /^(?:[✓✗]|This connector|\d+ passed|touchstone).*HOSTILE/m

function* aboutTerminal({ terminal: isTerminal }: Siege, { terminal, secrets }: Seen): Generator<string> {
  const text = decoded(terminal)
  if (text === undefined) return yield 'the terminal was given bytes that are no UTF-8'
  const bare = isTerminal ? text.replace(ours, '') : text
  yield* aboutText('the terminal', bare, secrets)
  if (faked.test(bare)) yield `the terminal shows a line that the connector made up: ${faked.exec(bare)?.[0]}`
}

/** Colours, an erased line, and ends of lines as a terminal has them. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const ours = /\u001b\[[0-9;]*m|\r\u001b\[2K|\r(?=\n)/g

// eslint-disable-next-line no-control-regex -- the end of a line is the only one that may be
const unseen = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

function* aboutText(where: string, text: string, secrets: readonly string[]): Generator<string> {
  const raw = unseen.exec(text)
  if (raw)
    yield `${where} holds a raw character: ${JSON.stringify(text.slice(Math.max(0, raw.index - 40), raw.index + 20))}`
  const obeyed = command.exec(text)
  if (obeyed)
    yield `${where} holds a command of a CI runner: ${JSON.stringify(text.slice(obeyed.index, obeyed.index + 40))}`
  const needles = makeNeedles(secrets.map((value, at) => ({ name: `secret ${at}`, value })))
  for (const { name, encoding } of needles.search(Buffer.from(text))) yield `${where} holds ${name}, ${encoding}`
  for (const part of secrets.slice(0, 2).flatMap(halves)) {
    if (text.includes(part)) yield `${where} holds half of a token`
  }
}

/** What is left of a token when a text is cut in the middle of it. */
const halves = (token: string): readonly string[] => [token.slice(0, 16), token.slice(-16)]

/** Markup that a browser or a renderer of Markdown would act on, by what the file is. Elements of our own hold no such words. */
const active: Readonly<Record<string, RegExp>> = {
  json: /<\/?[a-z!]/i,
  ndjson: /<\/?[a-z!]/i,
  md: /<(?!\/?(?:code|pre|details|summary)>)\/?[a-z!]|\]\(javascript:|\[HOSTILE\]\(|\bhttps:\/\/evil/i,
  html: /<(?:script|svg|img|iframe|object|embed|form|base)\b|<[a-z][^<>]*\son\w+=|javascript:[^<]*"|<!--|https:\/\/evil[^<]*"/i,
  xml: /<(?!\/?(?:testsuites?|testcase|properties|property|failure|error|skipped|system-out)\b|\?xml version="1\.0" encoding="UTF-8"\?>)/i,
}

function* aboutFile(path: string, bytes: Buffer, secrets: readonly string[]): Generator<string> {
  const text = decoded(bytes)
  if (text === undefined) return yield `${path} is no UTF-8`
  yield* aboutText(path, text, secrets)
  const markup = active[path.split('.').at(-1) ?? '']?.exec(text)
  if (markup) yield `${path} holds active markup: ${JSON.stringify(text.slice(markup.index, markup.index + 80))}`
  if (!path.startsWith('out/')) yield `${path} lies outside the folder of the reports`
  const flaw = flawOf(path, text)
  if (flaw) yield `${path} is not valid: ${flaw}`
}

function flawOf(path: string, text: string): string | undefined {
  try {
    if (path.endsWith('.json')) JSON.parse(text)
    else if (path.endsWith('.ndjson')) for (const line of text.trimEnd().split('\n')) JSON.parse(line)
    else if (path.endsWith('.xml')) return flawOfXml(text)
    else if (path.endsWith('.html'))
      return text.includes(`content="default-src 'none'`) ? undefined : 'it has no policy'
    else if (!path.endsWith('.md')) return 'nobody expects such a file'
    return undefined
  } catch (error) {
    return String(error).slice(0, 200)
  }
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

interface Results {
  readonly cases: readonly {
    readonly id: string
    readonly verdict: string
    readonly reason?: string
    readonly expected?: string
    readonly actual?: string
  }[]
  readonly footer: { readonly exit_code: number; readonly cases: number }
}

function* aboutResults({ verdicts = {}, says = [], exit }: Siege, { files, terminal }: Seen): Generator<string> {
  const shown = terminal.toString('utf8').replace(/\s+/g, ' ')
  for (const text of says) if (!shown.includes(text)) yield `the report does not say: ${text}`
  const file = files.get('out/results.json')
  if (!file) return yield 'there is no results.json'
  const { cases, footer } = JSON.parse(file.toString('utf8')) as Results
  if (footer.exit_code !== exit) {
    const bad = cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')
    const words = bad.map((each) => `${each.id}: ${each.reason ?? `${each.expected}, got ${each.actual}`}`)
    yield `results.json says exit code ${footer.exit_code} (${words.join('; ').slice(0, 500)})`
  }
  if (footer.cases !== cases.length) yield `results.json holds ${cases.length} of ${footer.cases} cases`
  for (const { id, reason = '' } of cases.filter(({ verdict }) => verdict === 'error'))
    yield `error in ${id}: ${reason}`
  for (const [id, verdict] of Object.entries(verdicts)) {
    const got = cases.filter((each) => each.id === id).map((each) => each.verdict)
    if (got.length === 0) yield `${id} did not run`
    else if (got.some((each) => each !== verdict)) yield `${id} is ${[...new Set(got)].join(', ')} and not ${verdict}`
  }
}
