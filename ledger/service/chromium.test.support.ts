import { existsSync } from 'node:fs'
import process from 'node:process'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { test } from 'uvu'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Like uvu's `test`; where there is no Chromium the test is counted as skipped. */
export const testInChromium: (name: string, body: () => Promise<void>) => void = existsSync(executablePath)
  ? test
  : test.skip

export interface Opened extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** What the browser complained about, such as something that the policy of the page forbids. */
  readonly complaints: readonly string[]
}

/** A browser of its own, which runs no scripts: no page of ours needs them. */
export async function openBrowser(colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  return { context, page, complaints, [Symbol.asyncDispose]: () => browser.close() }
}
