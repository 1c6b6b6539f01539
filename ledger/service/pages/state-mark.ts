import { element, type Markup } from '../../../reporters/html-element.ts'
import type { State } from '../../readiness/index.ts'

export type Tone = 'good' | 'odd' | 'bad'

/** A state is told by its words; the colour only repeats it. */
export const toneOf = (state: State): Tone =>
  state === 'healthy' ? 'good' : state === 'disabled' || state === 'degraded' ? 'bad' : 'odd'

export const stateMark = (state: State): Markup =>
  element('span', { class: `state ${toneOf(state)}` }, state.replaceAll('_', ' '))
