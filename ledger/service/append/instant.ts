/** A time as records have it; one that does not exist stays as it is, and no record is made of it. */
export function instant(given: string): string {
  const time = new Date(given)
  if (Number.isNaN(time.getTime())) return given
  const written = time.toISOString()
  // The 30th of February would become the 2nd of March.
  return written.startsWith(given.slice(0, 'YYYY-MM-DDTHH:MM'.length)) ? written : given
}
