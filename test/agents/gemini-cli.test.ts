import { geminiCli } from './clients/gemini-cli.ts'
import { describeClient } from './suite.ts'

describeClient(geminiCli)
