import { tool } from 'ai'
import { toModelOutput } from 'pith/ai-sdk'
import { inputSchema, runBuild } from './agent.ts'

export const build = tool({
  description: 'Builds the project',
  inputSchema,
  execute: runBuild,
  toModelOutput: toModelOutput('build', { maxBytes: 4096 }),
})
