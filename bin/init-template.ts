/** What `init` asks for; an empty answer leaves that control out, as a comment. */
export interface Answers {
  readonly url: string
  readonly command: string
  /** URL of a sandbox, or `simulate`. */
  readonly destination: string
}

export const answersByDefault: Answers = {
  url: 'http://127.0.0.1:18787',
  command: '',
  destination: '',
}

/** A touchstone.yaml that says what each control is for, with those that were not asked for commented out. */
export function configurationText({ url, command, destination }: Answers): string {
  const argv = argumentsOf(command)
  const started = argv.length > 0
  const gated = destination !== ''
  return `# What touchstone drives, and what it may operate. docs/configuration.md explains every key.
connector:
  url: ${quote(url)}
${started ? '  # No token: a fresh random one is made for each run and handed to the connector below.' : '  token: { env: CONNECTOR_TOKEN }          # or { file: ./token }; never the token itself'}

# Lets the harness start, kill and restart the connector: needed for the restart check.
${block(
  started,
  `process:
  command: [${(started ? argv : ['./my-connector']).map(quote).join(', ')}]   # argv, no shell
  env:
    PORT: "\${connector.port}"
    CONNECTOR_TOKEN: "\${connector.token}"
${gated || !started ? gateVariables : ''}    STATE_DIR: "\${work}/state"                  # a fresh folder per run`,
)}

# Puts a gate between connector and destination: needed for faults and for counting items.
${block(
  gated,
  `destination:
${destination === 'simulate' ? '  simulate: generic' : `  upstream: ${quote(gated ? destination : 'http://127.0.0.1:18055')}`}
${needsToken({ command, destination }) || !gated ? '  token: { env: DESTINATION_TOKEN }         # what the connector shows to the destination' : '  # No token: a fresh one is made for each run and handed to the connector above.'}
${started ? '  # listen: 127.0.0.1:18056                 # where the gate listens; otherwise a free port' : '  listen: 127.0.0.1:18056                   # give the connector http://127.0.0.1:18056 as its destination'}
  # items:                                    # how to count the items of one operation
  #   request: { method: GET, path: "/items?q=\${marker}", headers: { authorization: "Bearer \${destination.token}" } }
  #   at: /items
  #   id: /id`,
)}

# Lets the harness search what the connector logs: needed for the redaction check.
${block(started, `logs:\n  from: process`)}

profiles: all

# What touchstone certify records: docs/certification.md. It needs every control above.
# certification:
#   operator: Your Name                     # recorded as a fingerprint only
#   app: main                               # name of the provider app; a fingerprint, too
#   deployment_environment: local           # local, staging or production
#   provider_environment: sandbox           # development, sandbox or production
`
}

/** The variables that have to be set before the configuration can be used. */
export const variablesOf = ({ command, destination }: Answers): readonly string[] => [
  ...(argumentsOf(command).length > 0 ? [] : ['CONNECTOR_TOKEN']),
  ...(needsToken({ command, destination }) ? ['DESTINATION_TOKEN'] : []),
]

/** Only a connector that we start, in front of a destination of ours, can be handed a token that we make up. */
const needsToken = ({ command, destination }: Pick<Answers, 'command' | 'destination'>): boolean =>
  destination !== '' && !(destination === 'simulate' && argumentsOf(command).length > 0)

const gateVariables = `    DESTINATION_URL: "\${destination.url}"       # where the gate listens
    DESTINATION_TOKEN: "\${destination.token}"
`

/** YAML that is kept, or the same commented out. */
const block = (wanted: boolean, yaml: string): string => (wanted ? yaml : yaml.replaceAll(/^/gm, '# '))

/** A command line without a shell: words, of which those with spaces stand in quotation marks. */
const argumentsOf = (command: string): readonly string[] =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )

/** A YAML double-quoted scalar is a JSON string. */
const quote = (text: string): string => JSON.stringify(text)
