import process from 'node:process'
import { conforming } from '../../fixtures/reference-connector/conforming.ts'
import { runConnector } from '../../fixtures/reference-connector/run.ts'

/** The reference connector with an account and item URLs that are told by its environment. */
const { ACCOUNT_ID: id = '', ACCOUNT_NAME: username = '', ITEM_URL: url = '' } = process.env
await runConnector({
  ...conforming,
  accounts: () => [{ id, username, display_name: `${username} himself` }],
  externalUrl: (item) => `${url}/${item.id}`,
})
