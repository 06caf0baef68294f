import { createHash } from 'node:crypto'

/** The first 16 hex digits of the SHA-256 of a text. Events hold it instead of arguments and paths. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
