import type { Fault, FaultAct, Schedule, Step } from './step.ts'

/** A schedule as numbered sentences without numbers: what a person would do to see it again. */
export function inWords(schedule: Schedule): readonly string[] {
  let published = false
  return schedule.map((step) => {
    const words = stepInWords(step, published)
    published ||= ['publish', 'both', 'burst', 'abort', 'crash'].includes(step.do)
    return words
  })
}

function stepInWords(step: Step, published: boolean): string {
  const publish = published ? 'publish again' : 'publish'
  switch (step.do) {
    case 'publish':
      return step.fault ? `${publish}; ${faultInWords(step.fault)}` : publish
    case 'lookup':
      return step.fault ? `look it up; ${faultInWords(step.fault)}` : 'look it up'
    case 'both':
      return `${publish} and look it up at once`
    case 'burst': {
      const calls = `${step.publishes} publishes${step.lookups > 0 ? ` and ${step.lookups} lookups` : ''}`
      return `send ${calls} at once`
    }
    case 'other-content':
      return 'publish other content under the same operation_id'
    case 'abort':
      return `${publish}, and ${leavings[step.how]} ${whileAt[step.at]}`
    case 'crash':
      return `${publish}, and kill the connector ${whileAt[step.at]}; start it again`
    case 'restart':
      return 'kill the connector and start it again'
    case 'outage':
      return outages[step.how]
    case 'heal':
      return 'let the destination recover'
    case 'settle':
      return 'look it up until it is published'
    case 'outwait':
      return 'wait until the connector gives up what is held'
    case 'release':
      return 'let go of what is held'
  }
}

const leavings = { fin: 'close the call', reset: 'reset the call', silent: 'stop reading' } as const

const whileAt = {
  received: 'before its write reaches the destination',
  applied: 'after the destination has written, before it answers',
  partial: 'while the answer to its write arrives',
  answered: 'as the answer to its write has arrived',
} as const

const outages = {
  refused: 'let the destination refuse connections',
  hanging: 'let the destination answer nothing',
  '500': 'let the destination answer everything with 500',
} as const

/** What becomes of the request at the gate. */
export function faultInWords({ on, at, act }: Fault): string {
  const request = on === 'write' ? 'its write' : 'the read it makes'
  if (at === 'received') {
    if (act === 'hold') return `${request} is held before it reaches the destination`
    return `${request} does not reach the destination: ${fates[act]}`
  }
  const done = on === 'write' ? 'is carried out' : 'is answered'
  if (at === 'partial') return `${request} ${done}, and half of the answer arrives before ${cuts[act] ?? fates[act]}`
  return act === 'hold' ? `${request} ${done}, and the answer is held` : `${request} ${done}, but ${fates[act]}`
}

const fates = {
  hold: 'it is held',
  hang: 'no answer ever comes',
  reset: 'the connection is reset',
  truncate: 'an answer breaks off in the middle',
  garbage: 'something comes that is no answer of this destination',
  drop: 'the connection is closed without an answer',
  end: 'the connection is closed without an answer',
  '422': 'status 422 comes back',
  '500': 'status 500 comes back',
  '502': 'status 502 comes back',
  '504': 'status 504 comes back',
} as const satisfies Record<FaultAct, string>

const cuts: Partial<Record<FaultAct, string>> = {
  hang: 'no more of it comes',
  reset: 'the connection is reset',
  end: 'the connection is closed',
}
