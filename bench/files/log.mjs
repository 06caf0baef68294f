import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mixedLog } from '../corpus.mjs'
import { countLines, firstMatches } from '../oracle.mjs'
import { errorPatterns } from '../words.mjs'

const MIB = 1024 * 1024
const UNIT_BYTES = 64 * MIB

/**
 * A mixed log of about `bytes` in a temporary folder. It repeats one unit, from which the right answers are computed.
 */
export function createLog(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-bench-'))
  const path = join(folder, 'log')
  const unit = mixedLog(Math.min(UNIT_BYTES, bytes))
  const copies = Math.max(1, Math.floor(bytes / unit.length))
  const file = openSync(path, 'w')
  for (let i = 0; i < copies; i++) writeSync(file, unit)
  closeSync(file)
  const { all, plain } = firstMatches(unit, errorPatterns)
  return {
    path,
    folder,
    bytes: copies * unit.length,
    lines: copies * countLines(unit),
    errorLines: copies * all.length,
    /** How many of these a regex with `\b` finds. */
    plainErrorLines: copies * plain.length,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
