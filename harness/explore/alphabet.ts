import type { Control } from '../checks/context.ts'
import type { Fault, FaultAct, Schedule, Step } from './step.ts'

/** What can be done to an operation with the controls that there are. */
export interface Alphabet {
  /** Every step, the simplest first: shrinking goes towards the beginning. */
  readonly steps: readonly Step[]
  /** Every single disturbance, with what it takes to bring it about. */
  readonly disturbances: readonly Disturbance[]
  /**
   * Every fault of a read: of a first publish, and, once the answer to a write was lost, of the repeat and of the lookup,
   * which may ask the destination what became of it. Single ones too, but no beginning of a pair.
   */
  readonly reads: readonly Disturbance[]
  /** What can follow a first disturbance of a write: that of a repeat, of a read, of the whole target. */
  readonly seconds: readonly Disturbance[]
}

export interface Disturbance {
  /** For the coverage, such as `write applied reset`. */
  readonly name: string
  readonly steps: Schedule
  /** A connector may give it nothing to strike: it need not read, and a kill that follows an answer may come too late. */
  readonly mayMiss?: 'read' | 'race'
}

/** In the order in which they are easily understood and quickly done; see `Act` of the gate for what is legal where. */
const acts = {
  received: ['reset', '500', '502', '504', '422', 'drop', 'truncate', 'garbage', 'hold', 'hang'],
  applied: ['reset', '500', '502', '504', 'end', 'truncate', 'garbage', 'hold', 'hang'],
  partial: ['reset', 'end', 'hang'],
} as const satisfies Record<Fault['at'], readonly FaultAct[]>

const points = ['received', 'applied', 'partial', 'answered'] as const

const faultsOn = (on: Fault['on']): readonly Fault[] =>
  (['received', 'applied', 'partial'] as const).flatMap((at) => acts[at].map((act) => ({ on, at, act })))

const publish: Step = { do: 'publish' }
const settle: Step = { do: 'settle' }
const publishWith = (fault: Fault): Step => ({ do: 'publish', fault })
const lookupWith = (fault: Fault): Step => ({ do: 'lookup', fault })
const bursts: readonly Step[] = [
  { do: 'burst', publishes: 2, lookups: 0 },
  { do: 'burst', publishes: 4, lookups: 2 },
  { do: 'burst', publishes: 16, lookups: 4 },
]
const aborts: readonly Step[] = (['fin', 'reset', 'silent'] as const).flatMap((how) =>
  (['received', 'applied'] as const).map((at): Step => ({ do: 'abort', how, at })),
)
const crashes: readonly Step[] = points.map((at) => ({ do: 'crash', at }))
const outages: readonly Step[] = (['refused', '500', 'hanging'] as const).map((how) => ({ do: 'outage', how }))

export function alphabetOf(controls: readonly Control[]): Alphabet {
  const gate = controls.includes('destination')
  const process = controls.includes('process')
  return {
    steps: [
      publish,
      { do: 'lookup' },
      { do: 'both' },
      settle,
      ...(gate ? ([{ do: 'release' }, { do: 'heal' }] as const) : []),
      { do: 'other-content' },
      ...bursts,
      ...(process ? ([{ do: 'restart' }] as const) : []),
      ...(gate ? [...faultsOn('write').map(publishWith), ...aborts] : []),
      ...(gate && process ? crashes : []),
      ...(gate ? faultsOn('read').flatMap((fault) => [publishWith(fault), lookupWith(fault)]) : []),
      ...(gate ? [...outages, { do: 'outwait' } as const] : []),
    ],
    disturbances: [
      ...(gate ? onePublish() : []),
      ...bursts.map((step) => named(step)),
      { name: 'other content', steps: [publish, settle, { do: 'other-content' }] },
      ...(process
        ? [
            { name: 'restart', steps: [publish, { do: 'restart' }] as const },
            { name: 'published, then restart', steps: [publish, settle, { do: 'restart' }] as const },
          ]
        : []),
      ...(gate && process ? crashes.map((step) => named(step)) : []),
      ...(gate ? duringOutages() : []),
    ],
    reads: gate ? faultsOn('read').flatMap(readings) : [],
    seconds: [
      ...(gate ? faultsOn('write').map((fault) => named(publishWith(fault))) : []),
      ...(gate
        ? faultsOn('read')
            .flatMap((fault) => [publishWith(fault), lookupWith(fault)])
            .map(named)
        : []),
      ...(gate ? [...aborts, ...outages].map((step) => named(step)) : []),
      ...(process ? [named({ do: 'restart' })] : []),
      ...(gate && process ? crashes.map((step) => named(step)) : []),
    ],
  }
}

/** What strikes a first publish, or its client. */
const onePublish = (): readonly Disturbance[] => [
  ...faultsOn('write').map((fault) => named(publishWith(fault))),
  {
    name: 'write received hold, given up by the connector',
    steps: [publishWith({ on: 'write', at: 'received', act: 'hold' }), { do: 'outwait' }],
  },
  ...aborts.map((step) => named(step)),
]

const lost: Step = publishWith({ on: 'write', at: 'applied', act: 'reset' })

const readings = (fault: Fault): readonly Disturbance[] =>
  [[publishWith(fault)], [lost, publishWith(fault)], [lost, lookupWith(fault)]].map((steps) => ({
    name: steps.map(nameOf).join('; '),
    steps,
    mayMiss: 'read',
  }))

const duringOutages = (): readonly Disturbance[] =>
  outages.flatMap((outage) => [
    { name: `${nameOf(outage)}, then publish`, steps: [outage, publish] },
    { name: `publish, then ${nameOf(outage)}`, steps: [publish, settle, outage] },
  ])

const named = (step: Step): Disturbance => ({
  name: nameOf(step),
  steps: [step],
  ...(step.do === 'crash' && step.at === 'answered' ? { mayMiss: 'race' as const } : {}),
})

/** Short, for lists of what was tried. */
export function nameOf(step: Step): string {
  switch (step.do) {
    case 'publish':
    case 'lookup': {
      if (!step.fault) return step.do
      const { on, at, act } = step.fault
      return `${on === 'read' ? `read of a ${step.do}` : on} ${at} ${act}`
    }
    case 'burst':
      return `burst of ${step.publishes + step.lookups}`
    case 'abort':
      return `client ${step.how} at ${step.at}`
    case 'crash':
      return `crash at ${step.at}`
    case 'outage':
      return `outage ${step.how}`
    case 'other-content':
    case 'both':
    case 'restart':
    case 'heal':
    case 'settle':
    case 'outwait':
    case 'release':
      return step.do
  }
}
