import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { manifestOf } from '../../ledger/readiness/manifest.test.support.ts'
import { expectEnded, expectRefused, type Place, type Started } from '../cli.test.support.ts'

const manifest = manifestOf('example.notes', 'note')
const readiness = `providers:
  - id: example.notes
    manifest: manifest.json
    app: { state: configured, label: notes-app }
    accounts: [{ id: acct-1, workspace_id: w-1, policy: allowed, grant: { state: valid } }]
`
const password = 'correct horse battery'

export async function prepare(place: Place): Promise<void> {
  await place.write('manifest.json', JSON.stringify(manifest))
  await place.write('readiness.yaml', readiness)
  await place.write('source-catalogue.yaml', 'board: { title: Minutes of the board, seen: 2026-11-01 }\n')
  await place.write('password', `${password}\n`)
  await chmod(join(place.path, 'password'), 0o600)
}

export const initAdmin = (place: Place, ledger: string, ...more: string[]): ReturnType<Place['run']> =>
  place.run(['service', 'init-admin', '--ledger', ledger, '--name', 'alex', '--password-file', 'password', ...more])

async function start(place: Place, ledger: string, ...more: string[]): Promise<{ url: string; service: Started }> {
  const service = place.start(['service', '--ledger', ledger, '--port', '0', ...more])
  await service.says('serving at ')
  return { url: /serving at (http:\S+?)\/?;/.exec(service.said())?.[1] ?? '', service }
}

async function signIn(url: string): Promise<Record<string, string>> {
  const body = new URLSearchParams({ name: 'alex', password })
  const answer = await fetch(`${url}/admin/sign-in`, {
    method: 'POST',
    headers: { origin: url },
    body,
    redirect: 'manual',
  })
  assert.is(answer.status, 303)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = await fetch(`${url}/api/v1/admin/session`, { headers: { cookie } })
  return { cookie, 'x-csrf-token': ((await session.json()) as { csrf_token: string }).csrf_token }
}

const append = (url: string, session: Record<string, string>, state: string): Promise<Response> =>
  fetch(`${url}/api/v1/admin/provider-readiness/runtime-controls`, {
    method: 'POST',
    headers: { ...session, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'example.notes', state, reason_code: 'incident' }),
  })

async function stateAt(url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/v1/provider-readiness?workspace_id=w-1`, { headers })
  if (answer.status !== 200) return answer.status
  return ((await answer.json()) as { providers: { state: string }[] }).providers[0]?.state
}

/** Two processes, one ledger: what one takes the other shows, and who signs in at one is signed in at the other. */
export async function twoServices(place: Place, ledger: string): Promise<void> {
  await prepare(place)
  expectEnded(await place.run(['ledger', 'init', ledger]), 0)
  expectEnded(await initAdmin(place, ledger), 0, 'alex may sign in')
  expectRefused(await initAdmin(place, ledger), 'there is an administrator already; --add makes one more')
  const made = await place.run([
    'service',
    'token',
    '--ledger',
    ledger,
    '--scope',
    'readiness:read',
    '--workspace',
    'w-1',
  ])
  const token = made.out.trim()
  // One of them makes the keys.
  const [one, two, third] = await Promise.all([start(place, ledger), start(place, ledger), start(place, ledger)])
  const session = await signIn(one.url)
  assert.is(await stateAt(two.url, token), 'healthy')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => append((at % 2 === 0 ? one : two).url, session, 'degraded')),
  )
  assert.equal(
    answers.map(({ status }) => status),
    Array(12).fill(200),
  )
  const seqs = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { seq: number }).seq))
  assert.equal(
    seqs.toSorted((a, b) => a - b),
    Array.from({ length: 12 }, (_, at) => at + 1),
  )
  // Killed while it appends: each record is there as a whole or not at all, and nobody waits for it.
  const broken = Array.from({ length: 24 }, () => append(third.url, session, 'degraded'))
  assert.is((await Promise.any(broken)).status, 200)
  third.service.kill('SIGKILL')
  await Promise.all([Promise.allSettled(broken), third.service.ended])
  assert.is((await append(two.url, session, 'disabled')).status, 200)
  assert.equal([await stateAt(one.url, token), await stateAt(two.url, token)], ['disabled', 'disabled'])

  const [id = ''] = (await place.run(['service', 'tokens', '--ledger', ledger])).out.split(' ')
  expectEnded(await place.run(['service', 'revoke', '--ledger', ledger, '--token', id]), 0, 'is revoked')
  assert.equal([await stateAt(one.url, token), await stateAt(two.url, token)], [401, 401])
  expectEnded(await place.run(['service', 'revoke', '--ledger', ledger, '--sessions', 'alex']), 0, '1 sessions')
  assert.is((await append(one.url, session, 'enabled')).status, 401)

  for (const [{ service }, signal] of [[one, 'SIGINT'] as const, [two, 'SIGTERM'] as const]) {
    service.kill(signal)
    const ended = await service.ended
    expectEnded(ended, 0)
    assert.not.match(`${ended.out}${ended.err}`, new RegExp(`${token}|${password}`))
  }
  expectEnded(await place.run(['ledger', 'verify', ledger]), 0, 'verified: nothing was altered')
}
