import { existsSync } from 'node:fs'
import { configFiles } from './config-paths.ts'

/** Most bytes of a result on its way to an agent, if no setting says otherwise. */
export const AGENT_MAX_BYTES = 8 * 1024

/** Variables that lower the limit, or that change results within it. */
const RELEVANT = /^PITH_(?:\w+_)?(?:MAX_\w+|REDACT)$/

/**
 * Whether a message of so many bytes has no text to cut, as far as can be told without loading the settings. A text has
 * no more bytes than the JSON that holds it.
 */
export const isSurelySmall = (bytes: number): boolean =>
  bytes <= AGENT_MAX_BYTES && !Object.keys(process.env).some((name) => RELEVANT.test(name)) && !isConfigured()

const isConfigured = (): boolean => configFiles().some(({ path }) => existsSync(path))
