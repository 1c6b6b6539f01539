import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CertificationRunBody, recordFileText } from '../record/index.ts'
import { bodyOf } from '../store/sample-bodies.test.support.ts'
import { openBrowser, testInChromium } from './chromium.test.support.ts'
import { administrator, type Served, served, sizeOf } from './service.test.support.ts'

async function signIn(page: Page, { origin }: Served, password: string = administrator.password): Promise<void> {
  await page.goto(`${origin}/admin`)
  await page.getByLabel('Name').fill(administrator.name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const stateOf = async ({ readiness }: Served): Promise<unknown> => (await readiness.project()).providers[0]?.state

testInChromium('an administrator signs in, disables with a reason, sees it, enables again and signs out', async () => {
  await using service = await served()
  await using opened = await openBrowser()
  const { page } = opened
  await signIn(page, service, 'not the password')
  assert.match(await page.getByRole('alert').innerText(), /wrong/)
  await signIn(page, service)
  await page.getByText('Disable…').first().click()
  await page.getByLabel('Reason').selectOption('provider-outage')
  await page.getByRole('button', { name: 'Yes, disable Blog' }).click()
  assert.match(await page.getByRole('status').innerText(), /appended/)
  assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /Blog disabled/)
  assert.match(await page.getByRole('table').innerText(), /disabled \(provider-outage\) for everything/)
  assert.is(await stateOf(service), 'disabled')
  await page.getByLabel('State').first().selectOption('enabled')
  await page.getByRole('button', { name: 'Append runtime control' }).click()
  assert.is.not(await stateOf(service), 'disabled')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.goto(`${service.origin}/admin`)
  assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'Sign in')
  // A refused sign-in is no error of the page.
  assert.equal(
    opened.complaints.filter((each) => !each.includes('401')),
    [],
  )
})

testInChromium('an administrator appends a review and a record file; what is refused stays in the form', async () => {
  await using service = await served()
  await using opened = await openBrowser()
  const { page } = opened
  await signIn(page, service)
  await page.getByRole('link', { name: 'Blog' }).click()
  const review = page.locator('section', { has: page.getByRole('heading', { name: 'Approval review' }) })
  await review.getByLabel('Tier').fill('gold')
  await review.getByLabel('Reviewed at').fill('2026-01-01T23:00')
  await review.getByLabel('Holds until').fill('2025-06-01T00:00')
  await review.getByRole('button').click()
  assert.match(await page.getByRole('alert').innerText(), /expires_at: expected after reviewed_at/)
  assert.is(await review.getByLabel('Tier').inputValue(), 'gold')
  await review.getByLabel('Holds until').fill('2026-06-01T00:00')
  await review.getByRole('button').click()
  assert.match(await page.getByRole('table').innerText(), /approved, tier gold, by review-board/)

  const { contract_digest } = bodyOf((await service.set.evidence('local'))[0]) as CertificationRunBody
  const [run, ...checks] = service.set.sample.run({
    subject: service.set.subject,
    testedAt: '2026-01-01T13:00:00.000Z',
  })
  const signed = service.set.sample.sign({ ...(bodyOf(run) as CertificationRunBody), contract_digest })
  const before = await sizeOf(service.set)
  const upload = async (text: string): Promise<void> => {
    await page.getByLabel('Record file').setInputFiles({
      name: 'record.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.getByRole('button', { name: 'Append certification' }).click()
  }
  await upload('{}')
  assert.match(await page.getByRole('alert').innerText(), /not accepted/)
  await upload(recordFileText(signed, checks))
  assert.match(await page.getByRole('status').innerText(), /certification was appended/)
  assert.is(await sizeOf(service.set), before + 7)
})

testInChromium('a session that has ended asks to sign in again, and what was sent is not appended', async () => {
  await using service = await served()
  await using opened = await openBrowser()
  const { page } = opened
  await signIn(page, service)
  await page.getByText('Disable…').first().click()
  const before = await sizeOf(service.set)
  service.later(31 * 60_000)
  await page.getByRole('button', { name: 'Yes, disable Blog' }).click()
  assert.match(await page.getByRole('alert').innerText(), /signed out/)
  assert.is(await sizeOf(service.set), before)
})

testInChromium('a page of another origin cannot append with the session of who is signed in', async () => {
  await using service = await served()
  await using opened = await openBrowser()
  const { page } = opened
  await signIn(page, service)
  const csrf = await page.locator('input[name=csrf]').first().inputValue()
  // Even one that knows the token: the same host at another port is the same site, so that the cookie comes along.
  const fields = { csrf, provider: 'blog', state: 'disabled', reason_code: 'incident' }
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  const form = `<form method="post" action="${service.origin}/admin/runtime-controls">${inputs.join('')}<button>Go</button></form>`
  await using other = await pageAt(form)
  const before = await sizeOf(service.set)
  await page.goto(other.url)
  await page.getByRole('button').click()
  assert.match(await page.getByRole('alert').innerText(), /does not come from a page of this service/)
  assert.is(await sizeOf(service.set), before)
  await page.goto(`${service.origin}/admin`)
  assert.is(await page.getByRole('heading', { level: 1 }).innerText(), 'Readiness')
})

async function pageAt(html: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test.run()
