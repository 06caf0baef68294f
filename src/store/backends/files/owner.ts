import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Whether a process on another machine or in another container runs cannot be known. Its files count as abandoned after
 * a day without a change.
 */
const LONGEST_UNSEEN_MS = 24 * 3600 * 1000

// A token is `<place>-<pid>-<start>-<instance><number>`. The instance distinguishes threads and copies of this module.
const INSTANCE_DIGITS = 8

interface Self {
  owner: string
  startedAt: string
  place: string
  instance: string
}

let self: Self | undefined

/** Tokens of the files that this instance works on. */
const busy = new Set<string>()

function getSelf(): Self {
  if (self) return self
  const place = placeOf()
  const startedAt = startOf(process.pid) ?? '0'
  self = { owner: `${place}-${process.pid}-${startedAt}`, startedAt, place, instance: randomHex(4) }
  return self
}

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')

/** A unique token for a file that this instance works on until `release`. */
export function newToken(): string {
  const token = `${getSelf().owner}-${getSelf().instance}${randomHex(8)}`
  busy.add(token)
  return token
}

export const release = (token: string): void => void busy.delete(token)

/** The token of this process's claims. */
export const claimToken = (): string => `${getSelf().owner}-${getSelf().instance}${'0'.repeat(16)}`

const ownerOf = (token: string): string => token.slice(0, token.lastIndexOf('-'))
const instanceOf = (token: string): string =>
  token.slice(token.lastIndexOf('-') + 1).slice(0, INSTANCE_DIGITS)

export const isOwnToken = (token: string): boolean => ownerOf(token) === getSelf().owner

/** Says which of the processes that wrote files still run. Looks each process up once. */
export interface Owners {
  /** Whether a process may still be writing, renaming or removing the file. */
  isBusy(token: string, changedAtMs: number): boolean
  /** Whether the process that wrote the file still runs. It may have passed on the artifact's id. */
  isHeld(token: string, changedAtMs: number): boolean
}

export function createOwners(): Owners {
  const known = new Map<string, boolean | undefined>()
  const now = Date.now()
  const isHeld = (token: string, changedAtMs: number): boolean => {
    const owner = ownerOf(token)
    if (!known.has(owner)) known.set(owner, isRunning(owner))
    return known.get(owner) ?? now - changedAtMs < LONGEST_UNSEEN_MS
  }
  return {
    isHeld,
    isBusy: (token, changedAtMs) =>
      isOwnToken(token) && instanceOf(token) === getSelf().instance
        ? busy.has(token)
        : isHeld(token, changedAtMs),
  }
}

/** Undefined for a process on another machine, in another container, or from before this boot. */
function isRunning(owner: string): boolean | undefined {
  const [place, pid, startedAt] = owner.split('-')
  if (place !== getSelf().place) return undefined
  if (startedAt !== '0' && getSelf().startedAt !== '0') return startOf(Number(pid)) === startedAt
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** When a process started, in ticks since boot. The system reuses process ids, but not with the same start. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The fields follow the name in brackets. The name may contain blanks and brackets too.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function placeOf(): string {
  const parts = [hostname(), process.platform]
  try {
    parts.push(readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'), readlinkSync('/proc/self/ns/pid'))
  } catch {
    // Not on Linux. The host name and the platform must suffice.
  }
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8)
}
