import { hasForm } from './match'
import { DISCOUNTS, ENDS, IDS, WEIGHTS } from './memory'

// Weighs the forms that were found in a text, as src/signal/evidence.ts does. src/signal/entries.ts draws the records
// of WEIGHTS.

const RECORD_BYTES: usize = 48
const AT_FACTORS: usize = 8
const AT_BIT: usize = 32
const AT_ALSO: usize = 36
const AT_UNLESS: usize = 38
const AT_ROLE: usize = 40
const NO_FORM: i32 = 0xffff
const IS_DISCOUNT: u32 = 2
const IS_LOCATION: u32 = 3

const OTHERS_SHARE: f64 = 0.012
const MOST_OF_OTHERS: f64 = 3
const LOCATION_BONUS: f64 = 1.5
const LOCATION_ALONE: f64 = 0.8
const FRAME_MOST: f64 = 2.2

// Bits of kinds, the same as in src/signal/rule.ts.
const HAS_LOCATION: u32 = 1 << 16
const IS_FRAME: u32 = 1 << 17
export const IS_WARNING: u32 = 1 << 18

/** Of the text weighed last: a bit for each kind of evidence, and bits for what else the line is. */
export let kinds: u32 = 0
/** The bit of the strongest evidence, and the end of its match, less the start of the text. */
export let strongestBit: u32 = 0
export let strongestEnd: i32 = 0

/** Number of a form that `matchText` found. They are in order. */
// @ts-ignore: decorator
@inline
function formAt(index: i32): i32 {
  return <i32>load<u16>(IDS + (<usize>index << 1))
}

/** The end of the first match of a form that was found, less the start of the text. */
// @ts-ignore: decorator
@inline
function endOf(form: i32): i32 {
  return load<i32>(ENDS + (<usize>form << 2))
}

/** The score of a text in which `count` forms were found. 0 if they are no evidence. */
export function scoreForms(count: i32): f64 {
  let best: f64 = 0
  let tenths: f64 = 0
  let location = -1
  let discounts = 0
  kinds = strongestBit = 0
  for (let i = 0; i < count; i++) {
    const form = formAt(i)
    const record = WEIGHTS + <usize>form * RECORD_BYTES
    const role = <u32>load<u16>(record, AT_ROLE)
    if (role == IS_LOCATION) location = form
    else if (role != 0 && applies(record)) {
      if (role == IS_DISCOUNT) {
        store<u16>(DISCOUNTS + (<usize>discounts << 1), <u16>form)
        discounts++
      } else {
        const weight = load<f64>(record)
        tenths += nearest<f64>(10 * weight)
        kinds |= load<u32>(record, AT_BIT)
        // Of equal rules the first one in the table is the strongest. Forms come in this order.
        if (weight > best) {
          best = weight
          strongestBit = load<u32>(record, AT_BIT)
          strongestEnd = endOf(form)
        }
      }
    }
  }
  let score = best + min<f64>(MOST_OF_OTHERS, (tenths - nearest<f64>(10 * best)) * OTHERS_SHARE)
  if (location >= 0) {
    kinds |= HAS_LOCATION
    if (score == 0) strongestEnd = endOf(location)
    score += score > 0 ? LOCATION_BONUS : LOCATION_ALONE
  }
  return score == 0 ? 0 : discounted(score, discounts, best >= 9 ? 2 : best >= 6 ? 1 : 0)
}

function applies(record: usize): bool {
  const unless = <i32>load<u16>(record, AT_UNLESS)
  return hasForm(<i32>load<u16>(record, AT_ALSO)) && (unless == NO_FORM || !hasForm(unless))
}

/** The score after the discounts that DISCOUNTS lists, at the grade of the strongest evidence. */
function discounted(full: f64, count: i32, grade: usize): f64 {
  let score = full
  let factor: f64 = 1
  for (let i = 0; i < count; i++) {
    const record = WEIGHTS + <usize>load<u16>(DISCOUNTS + (<usize>i << 1)) * RECORD_BYTES
    const bit = load<u32>(record, AT_BIT)
    kinds |= bit
    if (bit == IS_FRAME) score = min<f64>(score, FRAME_MOST)
    factor *= load<f64>(record + (grade << 3), AT_FACTORS)
  }
  return score * factor
}
