import { fit as fitted } from '../../src/core/fit/fit.ts'
import { collect } from '../../src/core/hold/collect.ts'
import { remainsOfWhole } from '../../src/core/hold/raw-ends.ts'
import { draw } from '../../src/core/truncate.ts'
import type { Input } from '../../src/options.ts'
import type { Settings } from '../../src/settings.ts'
import type { Truncation } from '../../src/truncation.ts'
import { bytesOf } from './facts.ts'

/** The result by the collector, also for an input that has a shorter way. */
export const generalResult = (input: Input, settings: Settings): Truncation =>
  fitted(
    {
      facts: (given) => collect(input, given),
      remains: () => remainsOfWhole(bytesOf(input)),
      failures: [],
    },
    settings,
    draw,
  )
