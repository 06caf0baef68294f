import { digestOf } from './forms.ts'
import type { PatternSource } from './linear/program.ts'
import { kindBit } from './rule.ts'
import { compiledDigest } from './rules/digest.ts'
import { discounts, locationPattern } from './rules/discounts.ts'
import { rules } from './rules/index.ts'

/** A caller's own pattern. */
export interface ExtraPattern {
  pattern: string
  flags?: string
}

/** A rule or discount. Its patterns are replaced by their numbers in the matcher, called forms. */
export interface Entry {
  form: number
  /** The form that must match too. The rule's own form if there is no other. */
  also: number
  /** The form that must not match; -1 for none. */
  unless: number
  bit: number
  /** 0 for a discount. A multiple of 0.1. */
  weight: number
  factors: readonly [number, number, number]
}

/** All patterns in the order of their numbers, and what is weighed when they match. */
export interface NumberedForms {
  readonly forms: readonly PatternSource[]
  /** Of the forms of the rules. */
  readonly digest: string
  /** By form. The entry of a rule is stored under the number of the rule's own pattern. */
  readonly entries: readonly (Entry | undefined)[]
  /** The form of a location. */
  readonly location: number
}

interface Conditions {
  pattern: string
  flags?: string
  also?: string
  unless?: string
}

/** Weight of a caller's own pattern. */
const EXTRA_WEIGHT = 10
const NO_DISCOUNT = [1, 1, 1] as const

/** Numbers the patterns of all rules, those of the caller first. */
export function numberForms(extra: readonly ExtraPattern[]): NumberedForms {
  const forms: PatternSource[] = []
  const entries: (Entry | undefined)[] = []
  const add = (pattern: string, flags = ''): number => forms.push({ pattern, flags }) - 1
  const addRule = (rule: Conditions, rest: Pick<Entry, 'bit' | 'weight' | 'factors'>): void => {
    const form = add(rule.pattern, rule.flags)
    const also = rule.also === undefined ? form : add(rule.also, rule.flags)
    entries[form] = {
      form,
      also,
      unless: rule.unless === undefined ? -1 : add(rule.unless, rule.flags),
      ...rest,
    }
  }
  for (const rule of extra)
    addRule(rule, { bit: kindBit('level'), weight: EXTRA_WEIGHT, factors: NO_DISCOUNT })
  for (const rule of rules)
    addRule(rule, { bit: kindBit(rule.kind), weight: rule.weight, factors: NO_DISCOUNT })
  for (const rule of discounts) addRule(rule, { bit: rule.bit ?? 0, weight: 0, factors: rule.factors })
  const location = add(locationPattern)
  const digest = compiledDigest ?? digestOf(forms.slice(extra.length))
  return { forms, digest, entries, location }
}

// The weights as assembly/weigh.ts reads them: 48 bytes for each form, little-endian.
//    0 f64 weight    8 f64[3] factors    32 u32 bit    36 u16 also    38 u16 unless, 0xffff for none
//   40 u16 role: 0 for a form without an entry, 1 for a rule, 2 for a discount, 3 for the location
const RECORD_BYTES = 48
const NO_FORM = 0xffff
const IS_RULE = 1
const IS_DISCOUNT = 2
const IS_LOCATION = 3

/** What the forms weigh, for the kernels. */
export function weightsOf({ forms, entries, location }: NumberedForms): Uint8Array {
  const bytes = new Uint8Array(RECORD_BYTES * forms.length)
  const view = new DataView(bytes.buffer)
  for (const entry of entries) {
    if (entry === undefined) continue
    const at = RECORD_BYTES * entry.form
    view.setFloat64(at, entry.weight, true)
    for (let grade = 0; grade < 3; grade++) view.setFloat64(at + 8 + 8 * grade, entry.factors[grade], true)
    view.setUint32(at + 32, entry.bit, true)
    view.setUint16(at + 36, entry.also, true)
    view.setUint16(at + 38, entry.unless < 0 ? NO_FORM : entry.unless, true)
    view.setUint16(at + 40, entry.weight === 0 ? IS_DISCOUNT : IS_RULE, true)
  }
  view.setUint16(RECORD_BYTES * location + 40, IS_LOCATION, true)
  return bytes
}
