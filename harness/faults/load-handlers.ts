import { pathToFileURL } from 'node:url'
import type { RequestHandler } from 'msw'

/** The request handlers of a vendor's module: its default export, its export `handlers`, or the array it is. */
export async function loadHandlers(file: string): Promise<readonly RequestHandler[]> {
  const module = await importModule(file)
  const found = [module.handlers, module.default, member(module.default, 'handlers')].find(Array.isArray)
  if (!found) {
    const names = Object.keys(module).join(', ') || 'nothing'
    throw new Error(
      `${file} must export an array of MSW request handlers, as default or as \`handlers\`; it exports ${names}`,
    )
  }
  if (found.length === 0) throw new Error(`${file} exports an empty array of request handlers`)
  const wrong = found.findIndex((handler) => !isHandler(handler))
  if (wrong >= 0)
    throw new Error(`entry ${wrong + 1} of the handlers in ${file} is not an MSW request handler for HTTP`)
  return found
}

async function importModule(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    throw new Error(`${file} could not be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined

/** By shape: the vendor's module may bring an msw of its own. */
function isHandler(value: unknown): value is RequestHandler {
  return typeof member(value, 'run') === 'function' && typeof member(value, 'info') === 'object'
}
