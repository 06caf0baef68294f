import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataName } from '../../../src/store/backends/files/names.ts'
import { claimToken } from '../../../src/store/backends/files/owner.ts'
import { encodeManifest } from '../../../src/store/manifest.ts'

/** The token of a process that has ended. */
const DEAD = `${claimToken().split('-')[0]}-4194304-77-${'0'.repeat(24)}`
const NEWEST_AT = Date.UTC(2026, 0, 2)
const MINUTE_MS = 60_000

/** Artifacts that another process has kept, one a minute. Returns their ids, the newest first. */
export function fillMany(directory: string, count: number): string[] {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return Array.from({ length: count }, (_, at) => {
    const text = `artifact ${at}\n`
    const sha256 = createHash('sha256').update(text).digest('hex')
    const id = sha256.slice(0, 16)
    const stat = { id, sha256, bytes: text.length, lines: 1, createdAt: NEWEST_AT - at * MINUTE_MS }
    const data = dataName(stat, DEAD, undefined)
    writeFileSync(join(directory, data), text, { mode: 0o600 })
    writeFileSync(join(directory, `${id}.json`), encodeManifest({ stat, data }), { mode: 0o600 })
    return id
  })
}
