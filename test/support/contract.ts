import type { CommandStatus, Source, TruncateOptions } from '../../src/options.ts'
import type { Truncation } from '../../src/truncation.ts'
import { checkBudget, checkNotEmpty, checkShareOfWords, checkSize, checkWhy } from './clauses/budget.ts'
import { type Case, fail, soughtErrors } from './clauses/case.ts'
import { checkErrors, checkLeads, checkTotals } from './clauses/counts.ts'
import { checkFolded } from './clauses/folded.ts'
import { checkFloor, checkNamed, checkWaste } from './clauses/laws.ts'
import { checkCuts, checkPartition, checkSegments } from './clauses/pieces.ts'
import { checkSequences, introducersOf } from './clauses/sequences.ts'
import { checkUnits } from './clauses/units.ts'
import { checkForeign, checkHonest, checkNotice, checkRecovery, explain } from './clauses/words.ts'
import { bytesOf, errorsOf, InputFacts } from './facts.ts'
import { readNotice } from './grammar.ts'

export interface ContractExtra {
  /** The source given to `end(source)` or made by a store. Default: `options.source`. */
  source?: Source | undefined
  status?: CommandStatus | undefined
  /** Truncates the result's text again, which must not change it. */
  again?: (text: string, options: TruncateOptions) => Truncation
  /** True if another result was truncated, not the input itself. */
  recut?: boolean
}

interface Known extends Pick<Case, 'facts' | 'errors' | 'totalErrors' | 'introducers'> {
  sought: string
}

/** What is known of the last input. Suites cut one input at many limits, and to know it costs more than a check. */
let last: Known | undefined

function knownOf(bytes: Uint8Array, on: NonNullable<TruncateOptions['errors']>): Known {
  const patterns = typeof on === 'object' ? on.patterns : []
  const sought = on === false ? 'nothing' : JSON.stringify(patterns?.map(String) ?? [])
  const isSame = last !== undefined && Buffer.compare(last.facts.bytes, bytes) === 0
  if (last && isSame && last.sought === sought) return last
  const facts = last && isSame ? last.facts : new InputFacts(bytes.slice())
  const { listed: errors, total: totalErrors } =
    on === false ? { listed: [], total: 0 } : errorsOf(facts, patterns)
  last = { sought, facts, errors, totalErrors, introducers: introducersOf(facts, errors) }
  return last
}

/** Throws at the first clause of the contract (docs/contract.md) that the result breaks. */
export function checkContract(
  input: string | Uint8Array,
  options: TruncateOptions,
  result: Truncation,
  extra: ContractExtra = {},
): void {
  if (result.failures) fail(5, `a part of pith failed: ${JSON.stringify(result.failures)}`)
  const source = extra.source ?? options.source
  const notice = result.notice === undefined ? undefined : readNotice(result.notice)
  const on = soughtErrors(options, extra.status)
  const known = knownOf(bytesOf(input), on)
  const { facts, errors, totalErrors, introducers } = known
  const recut = extra.recut ?? false
  const c: Case = {
    facts,
    options,
    result,
    source,
    status: extra.status,
    recut,
    notice,
    errors,
    totalErrors,
    introducers,
  }
  if (options.fold) {
    checkFolded(c)
    checkIdempotence(c, extra.again)
    return
  }
  if (result.units !== undefined) {
    checkUnits(c)
    checkIdempotence(c, extra.again)
    return
  }
  checkBudget(c)
  checkSize(c)
  checkPartition(c)
  checkSegments(c)
  checkCuts(c)
  checkSequences(c)
  checkTotals(c)
  // Of data, no word is an error.
  if (result.kind === undefined || extra.status === undefined) checkErrors(c)
  checkNotice(c)
  const explained = explain(c)
  if (!recut) checkShareOfWords(c, explained)
  checkNotEmpty(c)
  checkWhy(c)
  checkLeads(c)
  checkFloor(c)
  checkWaste(c)
  checkNamed(c)
  checkHonest(c, explained)
  checkForeign(c)
  checkRecovery(c)
  checkIdempotence(c, extra.again)
}

function checkIdempotence(c: Case, again: ContractExtra['again']): void {
  const { options, result, recut } = c
  if (again === undefined || recut) return
  // Only its notice tells that a text was cut to its worth.
  if (result.truncatedBy === 'worth' && result.notice === undefined) return
  const second = again(result.text, options)
  if (second.text !== result.text) {
    fail(9, `truncating the text again gives ${JSON.stringify(second.text.slice(0, 300))}, not the text`)
  }
}
