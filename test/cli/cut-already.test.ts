import { expect, it } from 'vitest'
import { isCutAlready } from '../../src/cli/hooks/cut-already.ts'
import { createSecretRedactor } from '../../src/redact/secrets.ts'

const SEAL = '[Full output: pith show 0123456789abcdef]'
const part = (text: string) => ({ type: 'text', text })

it.each([
  ['a text', `one\n${SEAL}`, true],
  ['one in a list', [part(`one\n${SEAL}`), part('')], true],
  ['one in a frame of pi', `one\n${SEAL}\n\nCommand exited with code 1`, true],
  ['a seal above other text', `${SEAL}\nmore`, false],
  ['texts that are over the limit together', [part(`${'a'.repeat(60)}\n${SEAL}`), part(`b\n${SEAL}`)], false],
  ['one beside a large part', [part(`one\n${SEAL}`), part('b'.repeat(999))], false],
  ['an image', [{ type: 'image' }], false],
])('knows a text that pith has cut within the limits: %s', async (_, value, isKnown) => {
  expect(await isCutAlready(value, { maxBytes: 100 })).toBe(isKnown)
})

it('looks for secrets in a text with a notice', async () => {
  const text = `token ghp_${'a1B2'.repeat(9)}\n${SEAL}`
  expect(await isCutAlready(text, { maxBytes: 8192, redact: createSecretRedactor() })).toBe(false)
})
