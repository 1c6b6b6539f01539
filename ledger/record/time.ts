/** Whether a text of the pattern of times names a day and a time that exist, in the one spelling. */
export function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}
