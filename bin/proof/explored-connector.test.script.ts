import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { conforming } from '../../fixtures/reference-connector/conforming.ts'
import type { Rules } from '../../fixtures/reference-connector/rules.ts'
import { runConnector } from '../../fixtures/reference-connector/run.ts'

/**
 * The reference connector with a mistake in what it does once the answer to a write is lost, by MISTAKE: it `dies`; it
 * `sulks`, which is to be unready and to refuse whatever is new until it is started anew; or it writes again when the read
 * fails by which it looks for the item (`rewrites`).
 */
const { MISTAKE: mistake, DESTINATION_URL: destination = '' } = process.env
let sulks = false

const mistakes: Readonly<Record<string, Partial<Rules>>> = {
  dies: {
    judgeWrite(attempt) {
      const judged = conforming.judgeWrite(attempt)
      return judged.is === 'uncertain' ? process.exit(7) : judged
    },
  },
  sulks: {
    judgeWrite(attempt) {
      const judged = conforming.judgeWrite(attempt)
      sulks ||= judged.is === 'uncertain'
      return judged
    },
    isHealthy: (probe) => !sulks && conforming.isHealthy(probe),
    revisionMatches: (given, current) => !sulks && conforming.revisionMatches(given, current),
  },
  rewrites: { rewritesWhenAbsent: () => readFailed },
}

let readFailed = false

/** Stands before the destination, and takes a read that fails for one that finds nothing. */
async function takingFailedForEmpty(): Promise<string> {
  const server = createServer((incoming, answer) => {
    const isRead = incoming.url?.includes('reference=') === true
    const empty = (): void => {
      readFailed = true
      answer.end('{"items":[]}')
    }
    const { method, headers } = incoming
    const outgoing = request(new URL(incoming.url ?? '/', destination), { method, headers, agent: false })
    outgoing.on('response', (got) => {
      if (isRead && got.statusCode !== 200) {
        got.resume()
        return empty()
      }
      readFailed &&= !isRead
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.on('error', () => answer.destroy())
      got.pipe(answer)
    })
    outgoing.on('error', () => (isRead && !answer.headersSent ? empty() : answer.destroy()))
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

if (mistake === 'rewrites') process.env['DESTINATION_URL'] = await takingFailedForEmpty()
await runConnector({ ...conforming, ...mistakes[mistake ?? ''] })
