/** An absolute HTTPS URL as it stands, without the repairs that browsers make. */
export const isHttpsUrl = (text: string): boolean =>
  /^https:\/\/[^/?#\\]/i.test(text) && !/[\p{Cc}\s]/u.test(text) && URL.canParse(text)

/** It carries a user name or a password. */
export function hasUserInfo(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}
