import { codexCli } from './clients/codex-cli.ts'
import { describeClient } from './suite.ts'

describeClient(codexCli)
