import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CertificationRunBody, recordFileText } from '../record/index.ts'
import { bodyOf } from '../store/sample-bodies.test.support.ts'
import { administrator, served, sizeOf } from './service.test.support.ts'

const page = '/admin/provider?id=blog'

test('without a session every page leads to the sign-in, and whoever had one is told that it ended', async () => {
  await using service = await served()
  for (const path of ['/admin', page]) {
    assert.is((await service.ask(path)).headers.get('location'), '/admin/sign-in')
    const cookie = `touchstone_session=${'A'.repeat(43)}`
    const had = await service.ask(path, { headers: { cookie } })
    assert.is(had.headers.get('location'), '/admin/sign-in?ended=1')
  }
  assert.is((await service.ask('/')).headers.get('location'), '/admin')
})

test('a form appends, leads back to the provider, and its page tells the history in words', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const fields = {
    provider: 'blog',
    state: 'degraded',
    reason_code: 'provider-outage',
    operation: '',
    expires_at: '2026-01-02T05:00',
  }
  const answer = await browser.submit('/admin/runtime-controls', fields)
  assert.equal([answer.status, answer.headers.get('location')], [303, `${page}&did=control`])
  const html = await (await browser.get(`${page}&did=control`)).text()
  assert.match(html, /The runtime control was appended\./)
  assert.match(html, /degraded \(provider-outage\) for everything, until 2026-01-02 05:00 UTC/)
  assert.match(html, /live passed: blog\.post, publish_immediate, holds until/)
  assert.match(html, /approved, tier standard, by review-board/)
  assert.not.match(html, /sha256:[0-9a-f]{64}|operator:/)
})

test('a form that was refused comes back with what is wrong and what was written', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const before = await sizeOf(service.set)
  const answer = await browser.submit('/admin/runtime-controls', {
    provider: 'blog',
    state: 'disabled',
    reason_code: 'Not A Slug',
  })
  assert.is(answer.status, 400)
  const html = await answer.text()
  assert.match(html, /reason_code: expected a slug/)
  assert.match(html, /value="Not A Slug"/)
  assert.match(html, /<option value="disabled" selected="selected">/)
  assert.is(await sizeOf(service.set), before)
})

test('a record file is uploaded with the token of the page, and not without', async () => {
  await using service = await served()
  const { cookie, csrf } = await service.signIn()
  const { contract_digest } = bodyOf((await service.set.evidence('local'))[0]) as CertificationRunBody
  const [run, ...checks] = service.set.sample.run({
    subject: service.set.subject,
    testedAt: '2026-01-01T13:00:00.000Z',
  })
  const text = recordFileText(
    service.set.sample.sign({ ...(bodyOf(run) as CertificationRunBody), contract_digest }),
    checks,
  )
  const upload = (token: string): Promise<Response> => {
    const body = new FormData()
    body.set('csrf', token)
    body.set('provider', 'blog')
    body.set('record', new File([text], '../../etc/passwd', { type: 'text/html' }))
    return service.ask('/admin/certifications', { method: 'POST', headers: { cookie, origin: service.origin }, body })
  }
  const before = await sizeOf(service.set)
  assert.is((await upload('forged')).status, 403)
  assert.is(await sizeOf(service.set), before)
  assert.is((await upload(csrf)).headers.get('location'), `${page}&did=certification`)
  assert.is(await sizeOf(service.set), before + 7)
})

test('a wrong name and a wrong password look the same', async () => {
  await using service = await served()
  const answers = await Promise.all(
    [
      { ...administrator, password: 'not the password' },
      { ...administrator, name: 'nobody' },
    ].map((fields) =>
      service.ask('/admin/sign-in', {
        method: 'POST',
        headers: { origin: service.origin },
        body: new URLSearchParams(fields),
      }),
    ),
  )
  const [one, two] = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
  assert.equal(one, two)
  assert.is(one?.[0], 401)
})

test('ledgers that are not believed are said to be, on every page', async () => {
  await using service = await served()
  await using other = await served({
    more: { readiness: await service.set.readiness({ store: undefined, trouble: 'the ledger is <gone>' }) },
  })
  const browser = await other.signIn()
  for (const path of ['/admin', page]) {
    assert.match(await (await browser.get(path)).text(), /Nothing is permitted: the ledger is &lt;gone&gt;/)
  }
})

test.run()
