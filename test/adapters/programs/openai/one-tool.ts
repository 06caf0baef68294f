import { createMemoryStore } from 'pith'
import { cutTool } from 'pith/openai-agents'
import { build } from './agent.ts'

export const store = createMemoryStore()
export const cutBuild = cutTool(build, { maxBytes: 4096, store })
