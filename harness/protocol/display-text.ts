import { isElement } from './elements.ts'

/** What a text must not contain to be shown (R6a), in words; undefined for plain text such as `a < b` or `<unknown>`. */
export function markupIn(text: string): 'an HTML tag' | 'an HTML comment' | 'a vector image as a data URL' | undefined {
  const examined = text.slice(0, longestExamined)
  for (const [, name = ''] of examined.matchAll(tag)) if (isElement(name)) return 'an HTML tag'
  const comment = examined.indexOf('<!--')
  if (comment >= 0 && examined.includes('-->', comment)) return 'an HTML comment'
  return /data:image\/svg/i.test(examined) ? 'a vector image as a data URL' : undefined
}

/** The tag pattern may take quadratic time on text made for that. */
const longestExamined = 20_000

/** `<name …>` and `</name …>`, where quoted attribute values may hold angle brackets. */
const tag = /<\/?([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>/gi
