import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimToken } from '../../../src/store/backends/files/owner.ts'

/** The token of a process that has ended. */
const DEAD = `${claimToken().split('-')[0]}-4194304-77-${'0'.repeat(24)}`
const MINUTE_MS = 60_000

/** An artifact as pith 0.1 writes it, which knows no ledger. Returns its id. */
export function writeOld(directory: string, text: string, createdAt: number): string {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const id = sha256.slice(0, 16)
  const data = `${id}.${DEAD}.bin`
  const about = { version: 1, id, sha256, bytes: text.length, lines: 1, createdAt, complete: true, data }
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writeFileSync(join(directory, data), text, { mode: 0o600 })
  writeFileSync(join(directory, `${id}.json`), `${JSON.stringify(about)}\n`, { mode: 0o600 })
  return id
}

/** When the newest artifact of an old store was kept. */
export const OLD_AT = Date.UTC(2026, 0, 2)

/** A store of pith 0.1, an artifact a minute. Returns the ids, the newest first. */
export function fillOld(directory: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    writeOld(directory, `artifact ${at}\n`, OLD_AT - at * MINUTE_MS),
  )
}
