import { existsSync } from 'node:fs'
import type { HostLimits } from '../../extra/events/events.ts'
import { configFiles } from '../settings/config-paths.ts'

/** Most bytes of a run on its way to an agent, if no setting says otherwise. What has fewer is not looked at. */
export const AGENT_MAX_BYTES = 8 * 1024

/** Agents whose tools pith cuts. `shell` is any agent that has only pith's shell. */
export type Host = 'claude-code' | 'codex' | 'gemini' | 'opencode' | 'pi' | 'shell'

interface Limits {
  /** The variable that the agent gives its commands, if pith can be their shell. */
  variable?: string
  /** Most bytes of an answer, if no setting says otherwise: what the agent shows by itself. */
  answerBytes: number
  /** What the agent itself shows of an answer that exceeds these, if it is less. */
  previewBytes?: number
  /** Most bytes of an answer that exceeds these. They are fewer where the agent itself shows less of such an answer. */
  cutAnswerBytes?: number
  /** Most bytes of a command that failed, if they are fewer: with room for what the agent and pith add. */
  failedBytes?: number
}

const FIFTY_KIB = 50 * 1024

/**
 * Claude Code shows 30,000 characters, and 10,000 of a command that failed. Of an answer of more it shows 2,000; the tokens
 * of `npm run bench:session` set what pith shows there. Codex CLI shows 10,000 with what it adds, Gemini CLI 40,000,
 * opencode and pi the bytes of 50 KiB.
 */
const HOSTS: Readonly<Record<Exclude<Host, 'shell'>, Limits>> = {
  'claude-code': {
    variable: 'CLAUDECODE',
    answerBytes: 30_000,
    previewBytes: 2000,
    cutAnswerBytes: 12_000,
    failedBytes: 9900,
  },
  codex: { answerBytes: 9900 },
  gemini: { variable: 'GEMINI_CLI', answerBytes: 40_000 },
  opencode: { variable: 'OPENCODE', answerBytes: FIFTY_KIB },
  pi: { variable: 'PI_CODING_AGENT', answerBytes: FIFTY_KIB },
}

/** Where no agent is known, the least that one of them shows. */
const UNKNOWN: Limits = { answerBytes: 30_000, failedBytes: 9900 }

/**
 * The limits of the agent around this process. An agent inside another one has the variables of both, and which is the
 * inner one is not known: the least holds.
 */
const limitsHere = (): Limits =>
  Object.values(HOSTS)
    .filter(({ variable = '' }) => process.env[variable])
    .sort((a, b) => a.answerBytes - b.answerBytes)[0] ?? UNKNOWN

/** Most bytes of an answer on its way to an agent, if no setting says otherwise. */
export const answerBytesOf = (host: Host): number =>
  (host === 'shell' ? limitsHere() : HOSTS[host]).answerBytes

/** Most bytes of an answer that exceeds those, in the shell of the agent around this process. */
export function cutAnswerBytesHere(): number {
  const { answerBytes, cutAnswerBytes = answerBytes } = limitsHere()
  return cutAnswerBytes
}

/** Most bytes of a command that failed in the shell of the agent around this process, if no setting says otherwise. */
export function failedBytesHere(): number {
  const { answerBytes, failedBytes = answerBytes } = limitsHere()
  return failedBytes
}

/** What an agent shows of an output by itself: the one around this process, for `shell`. Nothing if it is not known. */
export function hostLimitsOf(host: Host, hasFailed: boolean): HostLimits {
  const limits = host === 'shell' ? limitsHere() : HOSTS[host]
  if (limits === UNKNOWN) return {}
  const { answerBytes, previewBytes, failedBytes } = limits
  if (hasFailed && failedBytes !== undefined) return { bytes: failedBytes }
  return { bytes: answerBytes, ...(previewBytes !== undefined && { ofMoreBytes: previewBytes }) }
}

/** Variables that set a limit, or change results within it. */
const RELEVANT = /^PITH_(?:MAX_\w+|REDACT)$/

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
