import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Bound, type Installation, type InstallationEvent, objection, stepInstallation } from './installation.ts'

const bound: Bound = { workspaceId: 'w-1', connectionRef: 'conn-1', accountId: 'acct-1', capabilityRevision: 'r-1' }

const events = {
  start: { type: 'start' },
  'manifest read': { type: 'manifest read', revision: 'r-1' },
  'manifest read r-2': { type: 'manifest read', revision: 'r-2' },
  'manifest unusable': { type: 'manifest unusable', why: 'x' },
  healthy: { type: 'healthy' },
  unhealthy: { type: 'unhealthy', why: 'x' },
  'revision seen r-1': { type: 'revision seen', revision: 'r-1' },
  'revision seen r-2': { type: 'revision seen', revision: 'r-2' },
  connected: { type: 'connected', bound },
  'connected r-2': { type: 'connected', bound: { ...bound, capabilityRevision: 'r-2' } },
} satisfies Readonly<Record<string, InstallationEvent>>

type Row = { readonly state: Installation } & Partial<Record<keyof typeof events, string>>

const optional = { required: false, revision: 'r-1', bound }
const required = { ...optional, required: true }

/** An event that is not named changes nothing and has no effect. */
const table: Readonly<Record<string, Row>> = {
  'starting, nothing read': {
    state: { is: 'starting', required: false },
    start: 'starting, read manifest',
    'manifest read': 'starting r-1, read health',
    'manifest read r-2': 'starting r-2, read health',
    'manifest unusable': 'quarantined',
    unhealthy: 'quarantined',
  },
  'starting, manifest read': {
    state: { is: 'starting', ...optional },
    start: 'starting r-1 bound r-1, read manifest',
    'manifest read': 'starting r-1 bound r-1, read health',
    'manifest read r-2': 'starting r-2 bound r-1, read health',
    'manifest unusable': 'quarantined r-1 bound r-1',
    healthy: 'ready r-1 bound r-1',
    unhealthy: 'quarantined r-1 bound r-1',
  },
  'starting with a binding to another revision': {
    state: { is: 'starting', ...required, revision: 'r-2' },
    start: 'starting r-2 bound r-1, read manifest',
    'manifest read': 'starting r-1 bound r-1, read health',
    'manifest read r-2': 'starting r-2 bound r-1, read health',
    'manifest unusable': 'blocked r-2 bound r-1',
    healthy: 'reconnect required r-2 bound r-1',
    unhealthy: 'blocked r-2 bound r-1',
  },
  'ready, optional': {
    state: { is: 'ready', ...optional },
    start: 'starting r-1 bound r-1, read manifest',
    unhealthy: 'quarantined r-1 bound r-1',
    'revision seen r-1': 'ready r-1 bound r-1',
    'revision seen r-2': 'reconnect required r-2 bound r-1',
    connected: 'ready r-1 bound r-1',
    'connected r-2': 'reconnect required r-1 bound r-2',
  },
  'ready, required, without a binding': {
    state: { is: 'ready', required: true, revision: 'r-1' },
    start: 'starting r-1, read manifest',
    unhealthy: 'blocked r-1',
    'revision seen r-1': 'ready r-1',
    'revision seen r-2': 'ready r-2',
    connected: 'ready r-1 bound r-1',
    'connected r-2': 'reconnect required r-1 bound r-2',
  },
  'reconnect required': {
    state: { is: 'reconnect required', ...optional, revision: 'r-2' },
    start: 'starting r-2 bound r-1, read manifest',
    unhealthy: 'quarantined r-2 bound r-1',
    'revision seen r-1': 'ready r-1 bound r-1',
    'revision seen r-2': 'reconnect required r-2 bound r-1',
    connected: 'reconnect required r-2 bound r-1',
    'connected r-2': 'ready r-2 bound r-2',
  },
  quarantined: {
    state: { is: 'quarantined', why: 'x', ...optional },
    start: 'starting r-1 bound r-1, read manifest',
  },
  blocked: {
    state: { is: 'blocked', why: 'x', ...required },
    start: 'starting r-1 bound r-1, read manifest',
  },
}

const words = ({ is, revision, bound: its }: Installation): string =>
  [is, revision, its && `bound ${its.capabilityRevision}`].filter((part) => part !== undefined).join(' ')

test('every event does to every state of an installation what the table says', () => {
  for (const [name, row] of Object.entries(table)) {
    for (const [event, value] of Object.entries(events) as [keyof typeof events, InstallationEvent][]) {
      const { installation, effects } = stepInstallation(row.state, value)
      const actual = [words(installation), ...effects.map((effect) => effect.do)].join(', ')
      assert.is(actual, row[event] ?? words(row.state), `${name} / ${event}`)
      assert.is(installation.required, row.state.required)
    }
  }
})

test('only a ready installation with a binding publishes, and only what was prepared for its revision', () => {
  for (const [name, { state }] of Object.entries(table)) {
    assert.is(objection(state, 'r-1') === undefined, name === 'ready, optional', name)
    assert.is.not(objection(state, 'r-2'), undefined)
  }
})

test.run()
