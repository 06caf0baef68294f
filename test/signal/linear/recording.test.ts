import { describe, expect, it } from 'vitest'
import { compilePatterns, type PatternSource } from '../../../src/signal/linear/program.ts'
import { record } from '../../../src/signal/linear/recorder.ts'
import { discounts, locationPattern } from '../../../src/signal/rules/discounts.ts'
import { rules } from '../../../src/signal/rules/index.ts'

const lists: [string, PatternSource[]][] = [
  ['nothing', []],
  ['texts', [{ pattern: 'error' }, { pattern: 'E|Err|Error|', flags: 'i' }]],
  ['loops', [{ pattern: '(a*b+)*c{2,4}$' }, { pattern: '^(x|y)?(\\w+ ){3}' }, { pattern: '(|a)*' }]],
  ['sets', [{ pattern: '[^a-z]é[à-ÿ]\\W.' }, { pattern: '[@-Z]["\\\\`$]', flags: 'iu' }, { pattern: '👍' }]],
  ['one long text', [{ pattern: 'a'.repeat(3000) }]],
  [
    'the rules',
    [...rules, ...discounts].flatMap(({ pattern, also, unless, flags = '' }) =>
      [pattern, also, unless].flatMap((p) => (p === undefined ? [] : [{ pattern: p, flags }])),
    ),
  ],
]

const sorted = (list: Int32Array | Uint16Array, length: number) => Array.from(list.subarray(0, length))

/** All of an automaton but the room that its lists have left. */
function content(sources: readonly PatternSource[], recorded?: ReturnType<typeof record>) {
  const { kinds, next, other, ranges, targets, owner, ...rest } = compilePatterns(sources, recorded)
  const edges = Math.max(0, ...Array.from(kinds, (kind, node) => (kind === 0 ? other[node] : 0)))
  const nodes = kinds.length
  return {
    ...rest,
    kinds: Array.from(kinds),
    // A letter's way on is the node before it.
    ways: Array.from(kinds, (kind, node) => (kind < 0x20 ? [next[node], other[node]] : [])),
    owner: sorted(owner, nodes),
    ranges: sorted(ranges, edges),
    targets: sorted(targets, edges),
  }
}

describe('a recording', () => {
  it.each(lists)('makes the same automaton of %s', (_, sources) => {
    expect(content([], record(sources))).toEqual(content(sources))
  })

  it.each(lists)('comes behind other patterns, of %s', (_, sources) => {
    const first = [{ pattern: locationPattern }, { pattern: 'own (error|fail)', flags: 'i' }]
    expect(content(first, record(sources))).toEqual(content([...first, ...sources]))
  })

  it('is printable ASCII: a byte for each character of a file', () => {
    for (const [, sources] of lists) expect(record(sources).calls).toMatch(/^[ -~]*$/)
  })
})
