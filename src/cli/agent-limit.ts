import { existsSync } from 'node:fs'
import { configFiles } from './config-paths.ts'

/** Most bytes of a run on its way to an agent, if no setting says otherwise. What has fewer is not looked at. */
export const AGENT_MAX_BYTES = 8 * 1024

/** Variables that set a limit, or change results within it. */
const RELEVANT = /^PITH_(?:\w+_)?(?:MAX_\w+|REDACT)$/

/**
 * Whether a message of so many bytes has no text to cut, as far as can be told without loading the settings. A text has
 * no more bytes than the JSON that holds it.
 */
export function isSurelySmall(bytes: number): boolean {
  const set = Object.keys(process.env).filter((name) => RELEVANT.test(name))
  const limit = set.length === 0 ? AGENT_MAX_BYTES : ownLimit(set)
  return bytes <= limit && !configFiles().some(({ path }) => existsSync(path))
}

/** The limit, if nothing but the limit of bytes is set. */
function ownLimit(set: readonly string[]): number {
  const [name, ...others] = set
  const given = process.env.PITH_MAX_BYTES ?? ''
  return name === 'PITH_MAX_BYTES' && others.length === 0 && /^\d{1,15}$/.test(given) ? Number(given) : 0
}

/** Whether `PITH=0` turns pith off for a whole agent. */
export const isOff = (): boolean => process.env.PITH === '0'
