import { opencode } from './clients/opencode.ts'
import { describeClient } from './suite.ts'

describeClient(opencode)
