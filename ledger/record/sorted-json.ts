/**
 * JSON without white space, members sorted by UTF-16 code unit: RFC 8785 for every value that came from JSON. Members that
 * are undefined are left out.
 */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  // Written out, because an object with keys like "10" and "9" keeps them in numeric order, whatever order they were put in.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`).join(',')}}`
}
