export type Encoding = 'plain' | 'JSON-escaped' | 'percent-encoded' | 'hex' | 'base64' | 'base64url'

/** A string as it looks inside other text when somebody encoded it. */
export interface Encoded {
  readonly encoding: Encoding
  readonly bytes: Buffer
}

/** Every form in which a secret is looked for, each once. */
export function encodingsOf(value: string): readonly Encoded[] {
  const utf8 = Buffer.from(value)
  const hex = utf8.toString('hex')
  const forms = new Map<string, Encoded>()
  const add = (encoding: Encoding, ...texts: readonly string[]): void => {
    for (const text of texts) {
      if (!forms.has(text)) forms.set(text, { encoding, bytes: Buffer.from(text) })
    }
  }
  add('plain', value)
  add('JSON-escaped', ...jsonForms(value))
  add('percent-encoded', ...percentForms(utf8))
  add('hex', hex, hex.toUpperCase())
  for (const before of [0, 1, 2]) {
    const base64 = innerBase64(utf8, before)
    add('base64', base64)
    add('base64url', base64.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return [...forms.values()]
}

/** With and without escaped slashes, with and without escaped non-ASCII, and JSON inside a JSON string. */
function jsonForms(value: string): readonly string[] {
  const once = inJson(value)
  const ascii = (upper: boolean): string =>
    once.replace(/[\x80-\uffff]/g, (unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return `\\u${upper ? code.toUpperCase() : code}`
    })
  const forms = [once, ascii(false), ascii(true)]
  const slashed = forms.map((form) => form.replaceAll('/', '\\/'))
  return [...forms, ...slashed, ...[...forms, ...slashed].map(inJson)]
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** As a URL component, as a form field, and with every byte encoded; each with hex digits of both cases. */
function percentForms(utf8: Buffer): readonly string[] {
  const component = encodeURIComponent(utf8.toString())
  const strict = component.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams([['', utf8.toString()]]).toString().slice(1)
  const all = [...utf8].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  const forms = [component, component.replaceAll('%2F', '/'), strict, strict.replaceAll('%20', '+'), form, all]
  return [...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))]
}

/** The base64 characters that depend on these bytes alone, when `before` other bytes stand in front of them. */
function innerBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const first = Math.ceil((before * 8) / 6)
  const last = Math.floor(((before + bytes.length) * 8) / 6)
  return text.slice(first, last)
}
