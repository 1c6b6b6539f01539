import { type Complaint, must } from './complaint.ts'
import { hasUserInfo } from './https-url.ts'
import { inspector } from './inspect.ts'
import { limits } from './limits.ts'
import { displayText, exactly, httpsUrl, id, label, list, object, optional, type Schema } from './schema.ts'

/** What is sent to `POST /v1/connections` (§2.6). */
export interface ConnectionRequest {
  readonly workspace_id: string
}

/** What it answers. */
export interface Connection {
  readonly state: string
  readonly connection_ref: string
  readonly accounts: readonly Account[]
}

export interface Account {
  readonly id: string
  readonly username: string
  readonly display_name: string
  readonly avatar_url?: string
}

export const connectionRequestSchema: Schema = object(
  'a connection request',
  { workspace_id: label() },
  { additionalProperties: false },
)

const account = object(
  'an account object',
  {
    id: id({ topic: 'accounts' }),
    username: displayText({ topic: 'accounts' }),
    display_name: displayText({ topic: 'accounts' }),
    avatar_url: optional(httpsUrl),
  },
  { topic: 'accounts' },
)

export const connectionSchema: Schema = object('a connection object', {
  state: exactly('complete', { type: 'string', reveal: false }),
  connection_ref: id(),
  accounts: list(`an array of ${limits.accountsMin} to ${limits.accountsMax} accounts`, account, {
    minItems: limits.accountsMin,
    maxItems: limits.accountsMax,
    topic: 'accounts',
  }),
})

const inspect = inspector<Connection>(connectionSchema)

/** Everything that is wrong with the answer to a connect (R9, R6a). */
export function checkConnection(value: unknown): readonly Complaint[] {
  const { complaints, readable } = inspect(value)
  return readable ? [...complaints, ...repeatedAccounts(readable), ...credentials(readable)] : complaints
}

/** The connection, when all its members have the types of the interface; rules about values may be broken. */
export const readConnection = (value: unknown): Connection | undefined => inspect(value).readable

function repeatedAccounts({ accounts }: Connection): readonly Complaint[] {
  const seen = new Set<string>()
  return accounts.flatMap(({ id: each }, index) => {
    if (seen.has(each)) {
      return [
        must('accounts', `/accounts/${index}/id`, 'an id of its own for each account', 'the id of another account'),
      ]
    }
    seen.add(each)
    return []
  })
}

/** Account metadata never carries credentials (§2.6). */
const credentials = ({ accounts }: Connection): readonly Complaint[] =>
  accounts.flatMap(({ avatar_url }, index) =>
    avatar_url !== undefined && hasUserInfo(avatar_url)
      ? [must('url', `/accounts/${index}/avatar_url`, 'a URL without credentials', 'one with a user name or password')]
      : [],
  )
