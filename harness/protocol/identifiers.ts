import { limits } from './limits.ts'

/** ID format (§2.4) as a pattern of JSON Schema. Letters and digits are read as those of ASCII. */
export const idPattern: string = `^[A-Za-z0-9][A-Za-z0-9._:/-]{0,${limits.idLength - 1}}$`

/** Operation ids that we send (R14): narrower than the ID format, so that they need no encoding in a path. */
export const operationIdPattern: string = `^[A-Za-z0-9][A-Za-z0-9._-]{${limits.operationIdMin - 1},${limits.operationIdMax - 1}}$`

const id = new RegExp(idPattern)
const operationId = new RegExp(operationIdPattern)

/** Provider ids, profile ids, connection references, account ids. */
export const isId = (text: string): boolean => id.test(text)

export const isOperationId = (text: string): boolean => operationId.test(text)
