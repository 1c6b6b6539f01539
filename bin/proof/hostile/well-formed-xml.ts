/** Why a text is no well-formed XML 1.0 of elements, attributes and text alone; undefined when it is. Strict, and no more than our reports need. */
export function flawOfXml(text: string): string | undefined {
  if (forbidden.test(text)) return 'a character that XML forbids'
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (!text.startsWith(declaration)) return 'no XML declaration'
  const open: string[] = []
  let roots = 0
  let at = declaration.length
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const between = text.slice(at, next === -1 ? text.length : next)
    const flaw = flawOfText(between)
    if (flaw) return flaw
    if (open.length === 0 && between.trim() !== '') return 'text outside the root element'
    if (next === -1) break
    tag.lastIndex = next
    const found = tag.exec(text)
    if (!found) return `no tag at ${next}`
    const [whole, slash, name = '', attributes = '', empty] = found
    if (slash) {
      if (open.pop() !== name) return `an end of ${name} that did not begin`
    } else {
      if (open.length === 0 && roots++ > 0) return 'two root elements'
      const names = [...attributes.matchAll(attribute)].map((each) => each[1])
      if (new Set(names).size < names.length) return 'an attribute given twice'
      if (!empty) open.push(name)
    }
    for (const [, , value = ''] of attributes.matchAll(attribute)) {
      const wrong = flawOfText(value)
      if (wrong) return `${wrong} in an attribute`
    }
    at = next + whole.length
  }
  if (open.length > 0) return `${open.join(', ')} without an end`
  return roots === 1 ? undefined : 'no root element'
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const tag = /<(\/)?([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w-]*="[^"<]*")*)\s*(\/)?>/y
const attribute = /([A-Za-z][\w-]*)="([^"<]*)"/g
const reference = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);/gi

function flawOfText(text: string): string | undefined {
  if (text.includes(']]>')) return 'the end of a CDATA section in text'
  return text.replace(reference, '').includes('&') ? 'an ampersand that begins no reference' : undefined
}
