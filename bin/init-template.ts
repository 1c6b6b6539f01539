/** What `init` asks for; an empty answer leaves that control out, as a comment. */
export interface Answers {
  readonly url: string
  readonly command: string
  readonly destination: string
}

export const answersByDefault: Answers = {
  url: 'http://127.0.0.1:18787',
  command: '',
  destination: '',
}

/** A touchstone.yaml that says what each control is for, with those that were not asked for commented out. */
export function configurationText({ url, command, destination }: Answers): string {
  const argv = command.trim().split(/\s+/).filter(Boolean)
  const started = argv.length > 0
  const gated = destination !== '' || !started
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
    CONNECTOR_TOKEN: "\${connector.token}"
${gated ? gateVariables : ''}    STATE_DIR: "\${work}/state"                  # a fresh folder per run`,
)}

# Puts a gate between connector and destination: needed for faults and for counting items.
${block(
  destination !== '',
  `destination:
  ${destination === 'simulate' ? 'simulate: generic' : `upstream: ${quote(destination === '' ? 'http://127.0.0.1:18055' : destination)}`}
  # token: { env: DEST_TOKEN }
  # items:                                    # how to count the items of one operation
  #   request: { method: GET, path: "/items?q=\${marker}", headers: { authorization: "Bearer \${destination.token}" } }
  #   at: /items
  #   id: /id`,
)}

# Lets the harness search what the connector logs: needed for the redaction check.
${block(started, `logs:\n  from: process`)}

profiles: all
`
}

const gateVariables = `    DESTINATION_URL: "\${destination.url}"       # where the gate listens
    DESTINATION_TOKEN: "\${destination.token}"
`

/** YAML that is kept, or the same commented out. */
const block = (wanted: boolean, yaml: string): string => (wanted ? yaml : yaml.replaceAll(/^/gm, '# '))

/** A YAML double-quoted scalar is a JSON string. */
const quote = (text: string): string => JSON.stringify(text)
