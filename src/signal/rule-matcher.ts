import type { NumberedForms } from './entries.ts'
import { createFormMatcher, type FormMatcher } from './forms.ts'
import { rulesPack } from './rules/pack.ts'
import { TableMatcher } from './table-matcher.ts'
import { digestOfPack } from './tables.ts'

/**
 * A matcher in JavaScript: of the rules' forms with the tables that the build made, and of a caller's patterns, which
 * are compiled here.
 *
 * @param extra How many of the forms are the caller's.
 */
export function createRuleMatcher({ forms, digest }: NumberedForms, extra: number): FormMatcher {
  const pack = rulesPack()
  // In a checkout the rules may have changed since the build.
  const rules = digestOfPack(pack) === digest ? new TableMatcher(pack) : createFormMatcher(forms.slice(extra))
  return extra === 0 ? rules : new JoinedMatcher(createFormMatcher(forms.slice(0, extra)), extra, rules)
}

/** Finds the forms of two matchers. Those of the second are numbered after the `count` forms of the first. */
class JoinedMatcher implements FormMatcher {
  readonly ids: Uint16Array
  readonly #first: FormMatcher
  readonly #count: number
  readonly #second: FormMatcher

  constructor(first: FormMatcher, count: number, second: FormMatcher) {
    this.ids = new Uint16Array(count + second.ids.length)
    this.#first = first
    this.#count = count
    this.#second = second
  }

  match(bytes: Uint8Array, start: number, end: number): number {
    const first = this.#first.match(bytes, start, end)
    const second = this.#second.match(bytes, start, end, first > 0)
    this.ids.set(this.#first.ids.subarray(0, first))
    for (let i = 0; i < second; i++) this.ids[first + i] = this.#count + this.#second.ids[i]
    return first + second
  }

  endOf(form: number): number {
    return form < this.#count ? this.#first.endOf(form) : this.#second.endOf(form - this.#count)
  }

  has(form: number): boolean {
    return form < this.#count ? this.#first.has(form) : this.#second.has(form - this.#count)
  }
}
