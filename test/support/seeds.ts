import fc from 'fast-check'
import { inject } from 'vitest'

// Random tests try the same cases in every run. `npm run test:seeds` draws other seeds.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') })
