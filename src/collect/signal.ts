import { PithError } from '../errors.ts'
import { type JudgedRules, judgeFor } from '../scan/judge.ts'
import { normaliserFor } from '../scan/normaliser.ts'
import { compilePatterns, MAX_PATTERNS } from '../scan/patterns.ts'
import type { ErrorPattern, ErrorSettings, Settings } from '../settings.ts'
import { numberForms, weightsOf } from '../signal/entries.ts'
import { createAssessor, distinguishesDigits } from '../signal/evidence.ts'
import { requiredLiterals } from '../signal/linear/literals.ts'
import { signalLiterals } from '../signal/literals.ts'
import { EvidenceMemo } from '../signal/memo.ts'
import { rulesPack } from '../signal/rules/pack.ts'
import { KernelAssessor } from './kernel-assessor.ts'
import type { Signal } from './stream.ts'

/** Capacity of the candidate store besides half of `maxBytes`. */
const LEAST_STORE_BYTES = 256 * 1024
/** `maxBytes` counts up to this for the capacity. */
const MOST_STORE_BYTES = 2 ** 30

export type Prepared = Pick<Signal, 'patterns' | 'assessor' | 'memo' | 'judge' | 'assessesAll'>

type Backend = Settings['backend']

/** The tables without extra patterns, with and without kernels. `prepared` holds the tables with a caller's patterns. */
const unextended = new Map<boolean, Prepared>()
const prepared = new Map<string, Prepared>()
const MAX_PREPARED = 8

/**
 * How lines are assessed with these settings. Each table is prepared once, at first use.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
 */
export function signalFor(
  { before, after, patterns }: ErrorSettings,
  maxBytes: number,
  backend: Backend,
): Signal {
  const storeBytes = Math.min(maxBytes, MOST_STORE_BYTES) / 2 + LEAST_STORE_BYTES
  const { patterns: literals, assessor, memo, judge, assessesAll } = preparedFor(patterns, backend)
  return { patterns: literals, assessor, memo, judge, assessesAll, margins: { before, after }, storeBytes }
}

/**
 * The part that does not depend on sizes. Calls with equal patterns share one cached object.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN` for a pattern outside the linear subset.
 */
export function preparedFor(patterns: readonly ErrorPattern[], backend: Backend): Prepared {
  if (patterns.length === 0) {
    const isJs = backend === 'js'
    const made = unextended.get(isJs) ?? prepare(patterns, backend)
    unextended.set(isJs, made)
    return made
  }
  const key = `${backend} ${JSON.stringify(patterns)}`
  const known = prepared.get(key) ?? prepare(patterns, backend)
  if (prepared.size >= MAX_PREPARED && !prepared.has(key)) prepared.clear()
  prepared.set(key, known)
  return known
}

/**
 * Refuses patterns of a caller before the first byte.
 *
 * @throws {PithError} `PITH_INVALID_PATTERN`
 */
export function refusePatterns({ errors, backend }: Settings): void {
  if (errors === undefined || errors.patterns.length === 0) return
  try {
    preparedFor(errors.patterns, backend)
  } catch (error) {
    if (error instanceof PithError) throw error
    throw new PithError('PITH_INVALID_PATTERN', 'Expected patterns that can be compiled.', { cause: error })
  }
}

/** Every line is assessed when a pattern has no literal to search for, or when there are too many literals. */
function prepare(extra: readonly ErrorPattern[], backend: Backend): Prepared {
  const own = extra.map(({ pattern, flags }) => requiredLiterals(pattern, flags))
  const literals = new Set([...signalLiterals(), ...own.flatMap((list) => list ?? [])])
  const assessesAll = own.includes(undefined) || literals.size > MAX_PATTERNS
  const looked = assessesAll ? signalLiterals() : [...literals]
  const assessor = createAssessor(extra, { normaliser: normaliserFor(backend) })
  const judge = extra.length === 0 ? judgeFor(backend, judgedRules) : undefined
  return {
    patterns: compilePatterns(looked.map((literal) => ({ literal, anywhere: true }))),
    assessor: judge ? new KernelAssessor(judge, assessor) : assessor,
    judge,
    memo: distinguishesDigits(extra) ? undefined : new EvidenceMemo(),
    assessesAll,
  }
}

/** The kernels' rules, with the forms that they weigh. */
export function judgedRules(): JudgedRules {
  const rules = numberForms([])
  return { pack: rulesPack(), digest: rules.digest, weights: weightsOf(rules) }
}
