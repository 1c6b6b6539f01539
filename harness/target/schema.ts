import { certificationSchema } from './certification-schema.ts'

/**
 * The JSON Schema (2020-12) of `touchstone.yaml`, rendered to `docs/schema/touchstone.schema.json`.
 * `title` says what belongs in a place, in words that complete "expected …": editors show it, error messages quote it.
 */
export type Schema = { readonly [keyword: string]: unknown }

const object = (properties: Readonly<Record<string, Schema>>, rest: Schema): Schema => ({
  type: 'object',
  ...rest,
  properties,
  additionalProperties: false,
})

const exactlyOne = (...keys: readonly string[]): Schema => ({ oneOf: keys.map((key) => ({ required: [key] })) })

const text = (title: string, description: string, rest: Schema = {}): Schema => ({
  type: 'string',
  minLength: 1,
  title,
  description,
  ...rest,
})

const argv = (description: string): Schema => ({
  type: 'array',
  title: 'a list of arguments such as [docker, start, c1]; no shell reads it',
  description,
  items: { type: 'string', title: 'a string; put it in quotes' },
  minItems: 1,
})

const strings = (title: string, description: string, rest: Schema = {}): Schema => ({
  type: 'object',
  title,
  description,
  additionalProperties: { type: 'string', title: 'a string; put it in quotes' },
  ...rest,
})

const token = (description: string): Schema =>
  object(
    {
      env: text('the name of an environment variable', 'Environment variable that holds the token.', {
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      }),
      file: text('the path of a file', 'File that holds the token; white space around it is ignored.'),
    },
    {
      title: '{ env: NAME } or { file: PATH }; a token never stands here itself',
      description,
      ...exactlyOne('env', 'file'),
    },
  )

const requestPattern = (description: string): Schema =>
  object(
    {
      method: text('an HTTP method in capital letters', 'HTTP method.', { pattern: '^[A-Z]+$' }),
      path: text('an absolute path without query', 'Path without query; a segment `*` stands for any one segment.', {
        pattern: '^/[^?#]*$',
      }),
    },
    { title: '{ method: POST, path: /… }', description, required: ['method', 'path'] },
  )

const pointer = (description: string): Schema => ({
  type: 'string',
  title: 'a JSON pointer such as /items, or "" for the whole document',
  description,
  pattern: '^(/([^~/]|~[01])*)*$',
})

const milliseconds = (description: string): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum: 600_000,
  title: 'a whole number of milliseconds between 1 and 600000',
  description,
})

const connector: Schema = object(
  {
    url: text(
      'a URL such as http://127.0.0.1:18787 or unix:/run/connector.sock',
      'Where the connector listens: http:, https: or unix:, without user name, query and fragment.',
    ),
    token: token(
      'The bearer token that the connector expects. With `process` it may be left out: each run then makes a fresh random one.',
    ),
    ca: object(
      { file: text('the path of a PEM file', 'Certificates of the authority, as PEM text.') },
      {
        title: '{ file: PATH }',
        description: 'A private certificate authority that signed the certificate of an https: connector.',
        required: ['file'],
      },
    ),
  },
  { title: 'a mapping with url and token', description: 'The connector under test.', required: ['url'] },
)

const process: Schema = object(
  {
    command: argv('Starts the connector in the foreground: program and arguments, without a shell.'),
    commands: object(
      {
        kill: argv('Ends the connector at once, as SIGKILL does: [docker, kill, c1].'),
        start: argv('Starts it again with the same state: [docker, start, c1].'),
        identity: argv(
          'Prints something that differs between two instances. Without it no new instance can be proven.',
        ),
      },
      {
        title: 'a mapping with kill, start and, better, identity',
        description:
          'For a connector that runs elsewhere (container, remote host). Run with a small environment without tokens.',
        required: ['kill', 'start'],
      },
    ),
    cwd: text('the path of a folder', 'Working directory of the commands; default: the folder of this file.'),
    env: strings(
      'a mapping from variable names to strings',
      'Added to the inherited environment, which loses the variables named by { env: … }. Values may use ${connector.token}, ${connector.url}, ${connector.port}, ${destination.url}, ${destination.token} and ${work}, a fresh folder per run; $${ stands for a plain ${.',
      { propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$', title: 'the name of an environment variable' } },
    ),
    ready_within_ms: milliseconds('How long a start may take until health is answered; default 15000.'),
  },
  {
    title: 'a mapping with command or commands',
    description: 'How to start, kill and restart the connector. Without it cases that need a restart are inconclusive.',
    ...exactlyOne('command', 'commands'),
  },
)

const items: Schema = object(
  {
    request: object(
      {
        method: text('an HTTP method in capital letters', 'HTTP method; default GET.', { pattern: '^[A-Z]+$' }),
        path: text(
          'an absolute path, with ${marker} where the search text goes',
          'Sent to the upstream itself, not through the gate. ${marker} is a word in the post text. Without it, or when the search turns out not to search, only items whose JSON contains the marker count.',
          { pattern: '^/' },
        ),
        headers: strings(
          'a mapping from header names to strings',
          'Request headers; values may use ${destination.token}.',
        ),
      },
      {
        title: 'a mapping with path',
        description: 'A request that lists items of the destination.',
        required: ['path'],
      },
    ),
    command: argv('Prints a JSON array of items. May use ${marker}. DESTINATION_TOKEN is in its environment.'),
    at: pointer('Where the array of items is in the answer; "" when the answer is the array.'),
    id: pointer('Where the value that equals external_id is inside an item.'),
  },
  {
    title: 'a mapping with request and at, or with command',
    description: 'The witness: how an observer counts the items of one operation.',
    ...exactlyOne('request', 'command'),
    dependentRequired: { request: ['at'] },
  },
)

const destination: Schema = object(
  {
    upstream: text('a URL such as http://127.0.0.1:18055', 'A sandbox of the real destination: http: or https:.'),
    handlers: text(
      'the path of a module',
      'A module whose default export is a list of MSW request handlers; the gate serves them.',
    ),
    simulate: {
      enum: ['generic'],
      title: 'generic',
      description: 'The simple scripted destination of the reference connector.',
    },
    listen: text(
      'HOST:PORT such as 127.0.0.1:18056',
      'Where the gate listens; default: a free port, kept for the whole run.',
    ),
    write: requestPattern(
      'The request that creates an item; otherwise learned from one calibration publish, and printed.',
    ),
    token: token('The token with which the destination is called.'),
    health: {
      type: 'array',
      title: 'a list of { method: GET, path: /… }',
      description: 'The requests with which the connector asks for the health of its destination; otherwise learned.',
      items: requestPattern('One such request.'),
    },
    items,
  },
  {
    title: 'a mapping with upstream, handlers or simulate',
    description:
      'The destination behind the gate. Without it cases that need a disturbed destination are inconclusive.',
    ...exactlyOne('upstream', 'handlers', 'simulate'),
  },
)

const logFiles: Schema = {
  type: 'array',
  title: 'a list of paths',
  description: 'Log files; what is in them before the run is not read.',
  items: { type: 'string', minLength: 1, title: 'the path of a file' },
  minItems: 1,
}

const logSources = { files: logFiles, command: argv('Prints the log: [docker, logs, c1].') }

/** A word, or a mapping with exactly one of the keys. */
const wordOr = (...keys: readonly string[]): Schema => ({
  allOf: [
    { if: { type: 'object' }, else: { enum: ['process', 'none'], title: 'process or none' } },
    { if: { type: 'string' }, else: exactlyOne(...keys) },
  ],
})

const logs: Schema = {
  type: ['string', 'object'],
  title: 'process, none, { files: [a.log] } or { command: [docker, logs, c1] }',
  description:
    'Where the connector logs to. Default with process.command: process. none declares that it does not log.',
  ...wordOr('from', 'files', 'command'),
  properties: {
    from: {
      type: ['string', 'object'],
      title: 'process, none, { files: [a.log] } or { command: [docker, logs, c1] }',
      description: 'The source.',
      ...wordOr('files', 'command'),
      properties: logSources,
      additionalProperties: false,
    },
    ...logSources,
  },
  additionalProperties: false,
}

const profiles: Schema = {
  type: ['string', 'array'],
  title: 'all or a list such as [{ id: blog.post }]',
  description: 'Which output profiles are run, with examples of valid input.',
  if: { type: 'array' },
  else: { enum: ['all'], title: 'all' },
  minItems: 1,
  items: object(
    {
      id: text('the id of an output profile', 'As in the manifest.'),
      settings: {
        type: 'object',
        title: 'a mapping from setting keys to values',
        description: 'Valid values of settings.',
      },
      content: text('a post text', 'A valid post text.'),
    },
    { title: 'a mapping with id', description: 'One profile and an example of valid input.', required: ['id'] },
  ),
}

/** Of the whole file. */
export const configurationSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...object(
    {
      connector,
      process,
      destination,
      logs,
      profiles,
      builtin_providers: {
        type: 'array',
        title: 'a list of provider ids',
        description: 'Ids that a connector must not use.',
        items: { type: 'string', minLength: 1, title: 'a provider id' },
      },
      connection: object(
        {
          workspace_id: text(
            'a workspace id',
            'The only workspace id that the connector accepts; otherwise a random one.',
          ),
        },
        { title: 'a mapping with workspace_id', description: 'For a connector that accepts only one workspace.' },
      ),
      deadline_s: {
        type: 'integer',
        minimum: 1,
        maximum: 86_400,
        title: 'a whole number of seconds between 1 and 86400',
        description: 'Bound of the whole run; default 300.',
      },
      certification: certificationSchema,
    },
    { title: 'a mapping with the key connector', description: 'Configuration of touchstone.', required: ['connector'] },
  ),
}
