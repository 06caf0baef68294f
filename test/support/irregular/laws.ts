import { inject } from 'vitest'
import { createCollector as createUnchecked } from '../../../src/core/collector.ts'
import { kindNames, kindsFor } from '../../../src/kinds/index.ts'
import type { Outline } from '../../../src/kinds/kind.ts'
import type { CommandStatus, TruncateOptions } from '../../../src/options.ts'
import { createCollector } from '../checked.ts'
import { createRandom, type Random } from '../random.ts'
import type { IrregularCase } from './cases.ts'
import { oneIn } from './parts.ts'

// What holds for each irregular output: nothing throws, each cut keeps the contract, and a reader with little memory gives
// no bytes but those of the input.

const TAB = 0x09
const LF = 0x0a
const LEAST_BYTES = 100
const MOST_BYTES = 64 * 1024
/** The most cuts of an output. Short ones have fewer: at most limits they fit. */
const MOST_CUTS = 2
const SOURCE = { artifact: '0123456789abcdef' }
const STATUSES: readonly (CommandStatus | undefined)[] = [{ exitCode: 0 }, { exitCode: 3 }, undefined]

interface Cut {
  maxBytes: number
  fold: boolean
  kind: string | undefined
  status: CommandStatus | undefined
  chunkBytes: number
}

/** Limits of all sizes, mostly below the output's own. */
function limitFor(random: Random, bytes: number): number {
  const most = Math.max(LEAST_BYTES + 1, Math.min(MOST_BYTES, oneIn(random, 8) ? MOST_BYTES : bytes))
  return Math.floor(LEAST_BYTES * (most / LEAST_BYTES) ** (random.below(1001) / 1000))
}

function cutFor(random: Random, bytes: number): Cut {
  return {
    maxBytes: limitFor(random, bytes),
    fold: oneIn(random, 3),
    kind: oneIn(random, 4) ? random.pick(kindNames) : undefined,
    status: random.pick(STATUSES),
    // Of chunks below 64 KiB, more stays in memory.
    chunkBytes: random.pick([bytes, bytes, 65_536, 70_000, 977, 8192]),
  }
}

function cutOf(each: IrregularCase, { maxBytes, fold, kind, status, chunkBytes }: Cut): void {
  const structure = kindsFor(kind === undefined ? { command: each.command } : { kind })
  const options: TruncateOptions = { maxBytes, structure, ...(fold && { fold }) }
  const create = fold && hasControls(each.bytes) ? createUnchecked : createCollector
  const collector = create({ ...options, backend: inject('backend') })
  const step = Math.max(1, chunkBytes)
  for (let at = 0; at < each.bytes.length; at += step) collector.write(each.bytes.subarray(at, at + step))
  collector.end(SOURCE, status)
}

/** True for bytes that a terminal does not show as they are. What folding makes of these, other suites check. */
const hasControls = (bytes: Uint8Array): boolean =>
  bytes.some((byte) => byte === 0x7f || (byte < 0x20 && byte !== LF && byte !== TAB))

const told = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message.slice(0, 300)} ${error.stack?.split('\n').slice(1, 5).join(' ')}`
    : String(error)

/** The error of a cut, and the cut with the smallest limit that has one. */
function failureOf(each: IrregularCase, cut: Cut): string | undefined {
  const failed = (given: Cut): unknown => {
    try {
      cutOf(each, given)
      return undefined
    } catch (error) {
      return error ?? 'undefined'
    }
  }
  let least = cut
  let error = failed(cut)
  if (error === undefined) return undefined
  for (let maxBytes = cut.maxBytes >> 1; maxBytes >= LEAST_BYTES; maxBytes >>= 1) {
    const smaller = { ...cut, maxBytes }
    const found = failed(smaller)
    if (found === undefined) continue
    least = smaller
    error = found
  }
  return `${JSON.stringify(least)}: ${told(error)}`
}

/** What a reader with so little memory holds, it drops much of. */
const LITTLE_BYTES = 4096

/** Throws when pieces are no partition of an input, or have bytes that it has not at their place. */
function checkPieces(bytes: Uint8Array, outline: Outline | undefined, limit: number): void {
  let at = 0
  const pieces = outline?.choose(limit, Infinity) ?? []
  for (const piece of pieces) {
    const { from, to } = piece
    if (from.byte !== at || to.byte <= at) throw new Error(`a piece ${from.byte}-${to.byte} comes at ${at}`)
    at = to.byte
    if ('bytes' in piece && Buffer.compare(piece.bytes, bytes.subarray(from.byte, to.byte)) !== 0)
      throw new Error(`a piece ${from.byte}-${to.byte} has other bytes than the input`)
    if ('mark' in piece && piece.mark === '') throw new Error(`the gap ${from.byte}-${to.byte} has no mark`)
  }
  if (pieces.length > 0 && at !== bytes.length) throw new Error(`the pieces end at ${at} of ${bytes.length}`)
}

/** The error of a reader with little memory. */
export function readerFailure(
  { bytes, command }: IrregularCase,
  random: Random,
  name = oneIn(random, 4) ? random.pick(kindNames) : undefined,
): string | undefined {
  const structure = kindsFor(name === undefined ? { command } : { kind: name })
  const kind = structure.recognise(bytes.subarray(0, 8192), bytes.length <= 8192)
  if (!kind) return undefined
  const [maxBytes, limit, step] = [
    1000 + random.below(9000),
    limitFor(random, bytes.length),
    random.pick([65_536, 977, 8192, 70_000]),
  ]
  try {
    const reader = kind.read(maxBytes, { bytes: LITTLE_BYTES })
    for (let at = 0; at < bytes.length; at += step) reader.write(bytes.slice(at, at + step), false)
    checkPieces(bytes, reader.end(), limit)
    return undefined
  } catch (error) {
    return `${kind.name} with little memory, ${JSON.stringify({ maxBytes, limit, step })}: ${told(error)}`
  }
}

/** What is wrong with the cuts of an irregular output. Empty if nothing is. */
export function failuresOf(each: IrregularCase): string[] {
  const random = createRandom(each.seed + 0x1abe1)
  const count = each.bytes.length < 300 ? 1 : each.bytes.length < 2000 ? 1 + (each.seed & 1) : MOST_CUTS
  const cuts = Array.from({ length: count }, () => cutFor(random, each.bytes.length))
  const failures = cuts.map((cut) => failureOf(each, cut))
  // Nothing leaves the memory of a reader before.
  if (each.bytes.length > 34_000) failures.push(readerFailure(each, random), readerFailure(each, random))
  return failures
    .filter((failure) => failure !== undefined)
    .map((failure) => `seed ${each.seed}, ${each.form}, ${each.bytes.length} bytes, ${failure}`)
}
