import type { Client } from './client.ts'
import { claudeCode } from './clients/claude-code.ts'
import { codex } from './clients/codex.ts'
import { gemini } from './clients/gemini.ts'
import { opencode } from './clients/opencode.ts'
import { others } from './clients/others.ts'
import { pi } from './clients/pi.ts'

/** The clients that pith's tests drive. `pith install` changes their settings. */
export const drivenClients: readonly Client[] = [claudeCode, opencode, pi, gemini, codex]

/** All clients whose lists of MCP servers pith can change. */
export const allClients: readonly Client[] = [...drivenClients, ...others]
