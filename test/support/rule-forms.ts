import type { PatternSource } from '../../src/signal/linear/program.ts'
import { discounts, locationPattern } from '../../src/signal/rules/discounts.ts'
import { rules } from '../../src/signal/rules/index.ts'

const keys = ['pattern', 'also', 'unless'] as const

/** The rules' forms in the order of their numbers. */
export const ruleForms: PatternSource[] = [...rules, ...discounts]
  .flatMap((rule) => keys.map((key) => ({ pattern: rule[key], flags: rule.flags ?? '' })))
  .filter((form): form is { pattern: string; flags: string } => form.pattern !== undefined)
  .concat({ pattern: locationPattern, flags: '' })

/** Numbers of the forms of evidence and locations: without one of them, a line has none of the others. */
export const evidenceForms = new Set(
  ruleForms.flatMap(({ pattern }, form) =>
    pattern === locationPattern || rules.some((rule) => rule.pattern === pattern) ? [form] : [],
  ),
)

/** By form, the form of the rule or discount that it is part of. */
export const ownerForms: number[] = ruleForms.map((_, form) => form)
let next = 0
for (const rule of [...rules, ...discounts]) {
  const size = keys.filter((key) => rule[key] !== undefined).length
  ownerForms.fill(next, next, next + size)
  next += size
}

/** Lines that the rules are made for. */
export const ruleSamples = [...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses])
