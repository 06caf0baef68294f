import { afterEach, describe, expect, it, vi } from 'vitest'
import { counterFor } from '../../src/core/tokens/gpt.ts'
import { counterFromFiles } from '../../src/core/tokens/hugging-face.ts'

function leaveOut(...packages: string[]): void {
  for (const name of packages) {
    vi.doMock(name, () => {
      throw new Error(`Cannot find package ${name}`)
    })
  }
}

afterEach(() => vi.resetModules())

describe('without its package', () => {
  it.each(['gpt-5', 'r50k_base', 'some-model'])('a counter for %s says what to install', async (model) => {
    leaveOut('gpt-tokenizer/encoding/o200k_base', 'gpt-tokenizer/encoding/r50k_base', 'gpt-tokenizer/mapping')
    await expect(counterFor(model)).rejects.toMatchObject({
      name: 'PithError',
      code: 'PITH_MISSING_PACKAGE',
      message: expect.stringContaining('`npm install gpt-tokenizer`'),
      cause: expect.any(Error),
    })
  })

  it('a counter for Claude is refused all the same', async () => {
    leaveOut('gpt-tokenizer/mapping')
    await expect(counterFor('anthropic/claude-sonnet-4')).rejects.toMatchObject({
      code: 'PITH_INVALID_OPTION',
    })
  })

  it('a counter from files says what to install', async () => {
    leaveOut('@huggingface/tokenizers')
    await expect(counterFromFiles({ tokenizer: {} })).rejects.toMatchObject({
      code: 'PITH_MISSING_PACKAGE',
      message: expect.stringContaining('`npm install @huggingface/tokenizers`'),
    })
  })
})
