import { resolve } from 'node:path'

/** A URL in the form that the rest of the harness relies on, or what is wrong with it. Never quotes the URL: it may hold a secret. */
export type UrlReading = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: string }

/** `http:` and `https:`, without a slash at the end. */
export const readHttpUrl = (text: string): UrlReading => {
  const example = 'write it like http://127.0.0.1:18787'
  if (!URL.canParse(text)) return { ok: false, problem: `is not a URL; ${example}` }
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, problem: `is not an http: or https: URL; ${example}` }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      ok: false,
      problem: 'carries a user name or password; remove it and give the token as { env: NAME } or { file: PATH }',
    }
  }
  if (text.includes('?')) return { ok: false, problem: 'carries a query; remove everything from the ? on' }
  if (text.includes('#')) return { ok: false, problem: 'carries a fragment; remove everything from the # on' }
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}

/** Like {@link readHttpUrl}, and `unix:` with the path of a socket. */
export const readConnectorUrl = (text: string, folder: string): UrlReading => {
  if (!text.startsWith('unix:')) return readHttpUrl(text)
  const path = text.slice('unix:'.length).replace(/^\/\/(?=\/)/, '')
  if (path === '') return { ok: false, problem: 'names no socket; write it like unix:/run/connector.sock' }
  if (/[?#]/.test(path)) return { ok: false, problem: 'carries a query or fragment; remove it' }
  return { ok: true, url: `unix:${resolve(folder, path)}` }
}

/** Whether a URL carries a secret, plain or percent-encoded. A shorter one could stand there by chance. */
export const carries = (url: string, secret: string): boolean =>
  secret.length >= 8 &&
  (url.includes(secret) || url.includes(encodeURIComponent(secret)) || decoded(url).includes(secret))

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
