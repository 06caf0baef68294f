import type { Assessor, Evidence } from './evidence.ts'
import { Gate } from './gate.ts'
import { inSmallLetters, type JudgeRow, JudgeRule } from './judge-rule.ts'
import { createNormaliser } from './normalise.ts'
import { hasErrorPriority } from './prefixes.ts'
import { within, wordStart } from './range.ts'
import { HAS_LOCATION, IS_FRAME, IS_WARNING, kindBit } from './rule.ts'
import { judgeRows } from './table.ts'

// Finds the evidence in a line with the RegExps of JavaScript. Few lines are judged, and each holds the triggers of few
// rules, so a pattern is compiled when a line first needs it.

const OTHERS_SHARE = 0.012
const MOST_OF_OTHERS = 3
const LOCATION_BONUS = 1.5
const LOCATION_ALONE = 0.8
const FRAME_MOST = 2.2
/** What the rule for the level of a record weighs. */
const PRIORITY_WEIGHT = 7.8
const levelBit = kindBit('level')

const LESS = 0x3c

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Creates a judge for any number of lines, one at a time. A line holds no LF. `rows`: other rules than those of pith. */
export const createJudge = (rows: readonly JudgeRow[] = judgeRows()): Assessor => new Judge(rows)

class Judge implements Assessor {
  readonly #line = createNormaliser()
  readonly #rules: readonly JudgeRule[]
  readonly #gate: Gate
  #best = 0
  /** Ten times the sum of the weights. */
  #tenths = 0
  #kinds = 0
  /** Where the strongest evidence ends in the text, and its bit. */
  #end = -1
  #bit = 0
  /** True if the line's own priority says that it is an error. */
  #isSevere = false

  constructor(rows: readonly JudgeRow[]) {
    this.#rules = rows.map((row) => new JudgeRule(row))
    this.#gate = new Gate(this.#rules)
  }

  assess(bytes: Uint8Array, start: number, end: number): Evidence | undefined {
    const line = this.#line
    line.normalise(bytes, start, end)
    const { text, from, to } = line
    if (to <= from) return undefined
    this.#gate.open(text, from, to)
    const words = line.ascii ?? decoder.decode(text.subarray(from, to))
    this.#isSevere = bytes[start] === LESS && hasErrorPriority(bytes, start, end)
    const score = this.#score(words, inSmallLetters(words, this.#gate.isAscii))
    if (score === 0) return undefined
    const matchEnd =
      from + (this.#gate.isAscii ? this.#end : bytesOf(text, from, to, wholeEnd(words, this.#end)))
    const matchStart = wordStart(text, from, matchEnd)
    const startByte = line.originOf(matchStart)
    const endByte = matchEnd > matchStart ? line.originOf(matchEnd - 1) + 1 : startByte
    const key = Math.imul(this.#bit | (this.#kinds & IS_WARNING), 0x85ebca6b)
    return {
      score,
      kinds: this.#kinds,
      startByte,
      endByte: within(bytes, startByte, endByte),
      shape: (line.shape() ^ key) >>> 0,
      coarse: (line.coarse() ^ key) >>> 0,
    }
  }

  #score(text: string, small: string): number {
    this.#weigh(text, small)
    if (this.#isSevere) this.#weighPriority()
    let score =
      this.#best + Math.min(MOST_OF_OTHERS, (this.#tenths - Math.round(10 * this.#best)) * OTHERS_SHARE)
    const location = this.#rules.length - 1
    const end = this.#gate.isOpen[location] === 1 ? this.#rules[location].endIn(text, small) : -1
    if (end >= 0) {
      this.#kinds |= HAS_LOCATION
      score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
      if (this.#end < 0) this.#end = end
    }
    return score === 0 ? 0 : this.#discounted(text, small, score)
  }

  /** Adds up the weights of the rules that apply. If two weigh the same, the first one is the strongest. */
  #weigh(text: string, small: string): void {
    this.#best = this.#tenths = this.#kinds = this.#bit = 0
    this.#end = -1
    const isOpen = this.#gate.isOpen
    for (let i = 0; i < isOpen.length; i++) {
      if (isOpen[i] === 0) continue
      const rule = this.#rules[i]
      if (rule.weight === 0) return
      const end = rule.endIn(text, small)
      if (end < 0) continue
      this.#tenths += Math.round(10 * rule.weight)
      this.#kinds |= rule.bit
      if (rule.weight <= this.#best) continue
      this.#best = rule.weight
      this.#end = end
      this.#bit = rule.bit
    }
  }

  #weighPriority(): void {
    this.#tenths += Math.round(10 * PRIORITY_WEIGHT)
    this.#kinds |= levelBit
    if (PRIORITY_WEIGHT <= this.#best) return
    this.#best = PRIORITY_WEIGHT
    this.#end = Math.max(0, this.#end)
    this.#bit = levelBit
  }

  #discounted(text: string, small: string, full: number): number {
    const grade = this.#best >= 9 ? 2 : this.#best >= 6 ? 1 : 0
    const isOpen = this.#gate.isOpen
    let score = full
    let factor = 1
    for (let i = 0; i < isOpen.length; i++) {
      const { factors, bit } = this.#rules[i]
      if (isOpen[i] === 0 || factors === undefined || this.#rules[i].endIn(text, small) < 0) continue
      this.#kinds |= bit
      if (bit === IS_FRAME) score = Math.min(score, FRAME_MOST)
      factor *= factors[grade]
    }
    return score * factor
  }
}

/** A pattern reads UTF-16 units, and may end between the two halves of a character. */
function wholeEnd(text: string, end: number): number {
  const code = text.codePointAt(end - 1)
  return code !== undefined && code > 0xffff ? end + 1 : end
}

/** How many bytes of `text[from, to)` the first UTF-16 units of its decoding stand for. */
function bytesOf(text: Uint8Array, from: number, to: number, units: number): number {
  let low = 0
  let high = to - from
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (decoder.decode(text.subarray(from, from + middle)).length <= units) low = middle
    else high = middle - 1
  }
  return low
}
