/** The text with a table between `<!-- NAME -->` and `<!-- /NAME -->`, laid out as the formatter wants it. */
export function withTable(text: string, name: string, rows: readonly (readonly string[])[]): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${begin} … ${end} is missing`)
  return `${text.slice(0, from + begin.length)}\n\n${table(rows)}\n\n${text.slice(to)}`
}

/** The first row is the head. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n')
}
