/** Where the text of a string value stands in a JSON text, without its quotes. */
export interface StringValue {
  readonly start: number
  readonly end: number
}

const maxDepth = 3

/** The string values inside at most three objects or arrays, in document order; undefined when the text is not JSON. */
export function stringValues(json: string): readonly StringValue[] | undefined {
  if (!isJson(json)) return undefined
  const found: StringValue[] = []
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === '"') {
      const end = closingQuote(json, at + 1)
      if (depth <= maxDepth && !isName(json, end + 1)) found.push({ start: at + 1, end })
      at = end
    }
  }
  return found
}

function closingQuote(json: string, from: number): number {
  let at = from
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

function isName(json: string, after: number): boolean {
  colon.lastIndex = after
  return colon.test(json)
}

const colon = /\s*:/y

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
