import { inject } from 'vitest'
import { coreFunctions } from '../../test/support/linear-functions.ts'
import { measure } from './measure.ts'

// One scanner is enough for most: what it finds is in the suites of the scanners.
measure(inject('backend') === 'wasm' ? coreFunctions : coreFunctions.slice(0, 1))
