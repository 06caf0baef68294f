// Logs that were never seen before, as an agent's tool writes them: by size and form, and by the share of error lines.
import { createRandom } from '../random.mjs'
import { seenContenders } from './contenders.mjs'
import { poolOf } from './logs.mjs'
import { forms, measureUnseen, warmUp } from './measure.mjs'
import { seenNote, seenTable } from './tables.mjs'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB
const SIZES = [
  { name: '1 KiB', size: KIB },
  { name: '8 KiB', size: 8 * KIB },
  { name: '32 KiB', size: 32 * KIB },
  { name: '100 kB', size: 100e3 },
  { name: '512 KiB', size: 512 * KIB },
  { name: '2 MiB', size: 2 * MIB },
  { name: '16 MiB', size: 16 * MIB },
  { name: '100 MB', size: 100e6 },
]
const SHARES = [0, 0.01, 0.05, 0.25, 1]
const SHARED_SIZE = 512 * KIB
/** Larger logs have fewer rounds, and the quick run leaves them out. */
const LARGE = 8 * MIB
const LARGE_ROUNDS = 3
const WARM_UP_MS = 4000

/**
 * Both tables. With `gib`, a log of 1 GiB as well, as bytes alone: a string is not that long.
 *
 * @param {{ truncate: Function, hasWasm: boolean, seed: number, rounds: number, quick: boolean, withPeers: boolean, gib: boolean, tell: (line: string) => void }} options
 */
export async function measureSeen({ truncate, hasWasm, seed, rounds, quick, withPeers, gib, tell }) {
  const { contenders, missing } = await seenContenders({ truncate, hasWasm, withPeers, tell })
  const pool = poolOf(truncate, tell)
  const random = createRandom(seed)
  warmUp(contenders, pool, random, quick ? WARM_UP_MS / 4 : WARM_UP_MS)
  const cellOf = ({ size, ...cell }) => {
    const times = size > LARGE ? LARGE_ROUNDS : rounds
    return measureUnseen(contenders, pool, { ...cell, size, rounds: times }, random)
  }
  const wanted = SIZES.filter(({ size }) => !quick || size <= LARGE)
  const sizes = Object.keys(forms).flatMap((form) => wanted.map((each) => cellOf({ ...each, form })))
  if (gib)
    sizes.push(
      measureUnseen(contenders, pool, { name: '1 GiB', size: GIB, form: 'Buffer', rounds: 1 }, random),
    )
  const shares = SHARES.map((errorShare) =>
    cellOf({ name: `${100 * errorShare} %`, size: SHARED_SIZE, form: 'Buffer', errorShare }),
  )
  const told = contenders.map(({ name, role, isPeer = false, leavesOut }) => ({
    name,
    role,
    isPeer,
    leavesOut,
  }))
  return {
    sizes,
    shares,
    contenders: told,
    missing: missing.map(({ name, version, reason }) => ({ name, version, reason })),
  }
}

/** The tables and the note, for a terminal and for the docs. */
export function seenTables({ sizes, shares, contenders, missing }) {
  return {
    tables: [
      seenTable({ title: 'first seen, ms', cells: sizes, contenders }),
      seenTable({ title: '512 KiB, by share of error lines, ms', cells: shares, contenders }),
    ],
    note: seenNote({ cells: [...sizes, ...shares], contenders, missing }),
  }
}
