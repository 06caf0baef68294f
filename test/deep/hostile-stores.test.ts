import { describe, expect, it } from 'vitest'
import { runCommand } from '../../src/host/run-command.ts'
import { storeOf } from '../support/hostile-stores.ts'

describe('runCommand with a store that never answers', () => {
  const script = 'yes "a line of the output" | head -n 260000; exec sleep 600'

  it.each(['open', 'write'] as const)(
    'has its result some seconds after an abort, where %s hangs',
    async (step) => {
      const controller = new AbortController()
      const hanging = () => {
        controller.abort('SIGINT')
        return new Promise<never>(() => {})
      }
      const store = storeOf({ [step]: hanging })
      const { signal } = controller
      const { text, details } = await runCommand('sh', ['-c', script], {
        fold: false,
        maxLines: 9,
        store,
        signal,
      })
      expect(text).toMatch(/\[Killed by SIGINT\. \d+ of \d+ lines\.( No newline at end\.)? Not kept\.\]$/)
      expect(details.artifact).toMatchObject({ complete: false, code: 'ABORTED' })
    },
    30_000,
  )
})
