import { type Answer, nextMoment, type Silence } from '../wire/exchange.ts'

const common = (path: string): Pick<Answer, 'asked' | 'moments' | 'millis'> => ({
  asked: { method: 'POST', path },
  moments: { began: nextMoment(), sent: nextMoment(), firstByte: nextMoment(), ended: nextMoment() },
  millis: 1,
})

/** An answer as the wire gives it, with this document as its body. */
export const answerOf = (status: number, value: unknown, path = '/v1/publishes'): Answer => ({
  kind: 'answer',
  ...common(path),
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
  document: { ok: true, value, oddNumbers: new Map() },
})

export const silenceOf = (why: Silence['why'], path = '/v1/publishes'): Silence => ({
  kind: 'silence',
  ...common(path),
  why,
  detail: 'made up',
})
