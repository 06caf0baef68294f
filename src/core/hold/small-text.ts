import type { Settings } from '../../settings.ts'
import { scannerFor } from '../scan/backend.ts'
import { FLAG_INVALID, FLAG_NON_ASCII } from '../scan/scanner.ts'
import { weightsFor } from '../tokens/weights.ts'
import type { FoundError, FoundStatement } from './found.ts'
import { errorLinesOf } from './judged.ts'
import { HeldLines } from './reader.ts'
import { regionsOf } from './regions.ts'
import { judgingFor } from './signal.ts'
import { statementsOf } from './statements.ts'
import { Stream } from './stream.ts'
import { foundIn } from './stream-facts.ts'

/** What a scan found of a text that is whole in memory. */
export interface SmallText {
  newlines: number
  isAscii: boolean
  /** True for valid UTF-8. */
  isValid: boolean
  tokenUnits: number
  errorLines: FoundError[]
  totalErrors: number
  mayHaveMoreErrors: boolean
  /** What the errors say, the strongest first. */
  statements: readonly FoundStatement[]
  backend: 'wasm' | 'js'
}

/** Scans a text that is whole in memory. Finds what the collector finds. */
export function scanSmallText(bytes: Uint8Array, { backend, errors }: Settings): SmallText {
  const scanner = scannerFor(backend)
  const stream = new Stream({
    scanner,
    judging: errors && judgingFor(errors.patterns, backend),
    tokens: weightsFor('o200k'),
    headBytes: bytes.length,
    tailBytes: 0,
  })
  stream.push(bytes, true)
  const { newlines, flags, tokenUnits } = stream.finish()
  const found = foundIn(stream)
  const hasErrors = found.matches.length > 0
  const statements = hasErrors ? statementsOf(found, new HeldLines(regionsOf(stream, [], []))) : []
  stream.release()
  return {
    newlines,
    isAscii: (flags & FLAG_NON_ASCII) === 0,
    isValid: (flags & FLAG_INVALID) === 0,
    tokenUnits,
    errorLines: errorLinesOf(found),
    totalErrors: found.totalErrors,
    mayHaveMoreErrors: found.mayHaveMore,
    statements,
    backend: scanner.backend,
  }
}
