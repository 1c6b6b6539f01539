import type { Claim } from './claim.ts'

/** What a page shows of claims, in Markdown: the only words about availability that a page may have. */
export const surfaceText = (claims: readonly Claim[]): string =>
  claims.length === 0
    ? 'No claim is made of any provider format.'
    : [
        '| provider | format | operation | account kind | valid until |',
        '| --- | --- | --- | --- | --- |',
        ...claims.map(({ subject: { provider, output_profile, operation, account_kind }, valid_until }) =>
          ['', provider, output_profile, operation, account_kind, valid_until, ''].join(' | ').trim(),
        ),
      ].join('\n')

export const surfaceBegin = '<!-- claims:begin -->'
export const surfaceEnd = '<!-- claims:end -->'
