import { claudeCode } from './clients/claude-code.ts'
import { describeClient } from './suite.ts'

describeClient(claudeCode)
