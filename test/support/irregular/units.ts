import { PithError } from '../../../src/errors.ts'
import { type Unit, unitsOf } from '../../../src/host/units.ts'
import { createMemoryStore } from '../../../src/store/backends/memory.ts'
import { keep } from '../../store/conformance.ts'
import { createRandom } from '../random.ts'
import type { IrregularCase } from './cases.ts'
import { name, path, skewed, word } from './parts.ts'

/** What is wrong with the units of an irregular output that are asked for. Empty if nothing is. */
export async function lostUnits({ seed, form, bytes }: IrregularCase): Promise<string[]> {
  const random = createRandom(seed + 0x5e1ec7)
  const store = createMemoryStore()
  const { id } = await keep(store, bytes)
  const first = 1 + skewed(random, 40)
  const steps = [
    '[0]',
    '[0:]',
    '[*]',
    '..*',
    '[-1]',
    '[?@.level]',
    `[${first}:]`,
    `.${word(random)}`,
    '.level',
    `["${name(random)}"]`,
  ]
  const units: Unit[] = [
    { items: [first, first + skewed(random, 900)] },
    { rows: [1, Number.POSITIVE_INFINITY] },
    { path: `$${Array.from({ length: skewed(random, 12) }, () => random.pick(steps)).join('')}` },
    { file: random.pick([path, name])(random) },
    { section: word(random) || 'a' },
  ]
  const lost: string[] = []
  for (const unit of units) {
    try {
      let length = 0
      for await (const part of unitsOf(store, id, unit)) length += part.length
      // Between values stands a line break.
      if (length > 2 * bytes.length + 2)
        lost.push(`seed ${seed}, ${form}: ${JSON.stringify(unit)} has ${length} bytes`)
    } catch (error) {
      const isAbsent =
        error instanceof PithError && /OUT_OF_RANGE|INVALID_OPTION|INVALID_INPUT/.test(error.code)
      if (!isAbsent) lost.push(`seed ${seed}, ${form}: ${JSON.stringify(unit)}: ${String(error)}`)
    }
  }
  return lost
}
