import { cutToolResults } from 'pith/ai-sdk'
import { createFileStore } from 'pith/artifacts/files'

export const middleware = cutToolResults({
  maxBytes: 4096,
  store: createFileStore({ directory: 'artifacts' }),
  notice: { surface: 'mcp' },
})
