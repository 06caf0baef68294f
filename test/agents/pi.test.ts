import { pi } from './clients/pi.ts'
import { describeClient } from './suite.ts'

describeClient(pi)
