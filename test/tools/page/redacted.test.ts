import { describe, expect, inject, it } from 'vitest'
import type { Redactor } from '../../../src/redact/redactor.ts'
import { createSecretRedactor } from '../../../src/redact/secrets.ts'
import { createReader, type ReadOptions, read, readStream } from '../../../src/tools/read.ts'
import { bytesOf } from '../../support/facts.ts'
import { checkPage } from '../../support/page.ts'
import { createRandom, type Random } from '../../support/random.ts'

const backend = inject('backend')
const hush: Redactor = (text) => text.replaceAll(/secret\d*/g, '[gone]')
const hushAll = (text: string) => text.split('\n').map(hush).join('\n')

const outcome = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return String(error)
  }
}

const someText = (random: Random): string =>
  Array.from({ length: random.below(60) }, () => random.pick(['secret', '12', '\n', '\n', 'é', 'ab '])).join(
    '',
  )

const somePage = (random: Random): ReadOptions => ({
  backend,
  offset: 1 + random.below(12),
  maxBytes: random.pick([10, 60, 5000]),
  ...(random.below(3) === 0 && { limit: 1 + random.below(5) }),
  ...(random.below(4) === 0 && { column: 1 + random.below(9) }),
  ...(random.below(4) === 0 && { maxLineLength: 1 + random.below(9) }),
  ...(random.below(4) === 0 && { totals: false }),
})

function inPieces(bytes: Uint8Array, options: ReadOptions, pieceBytes: number) {
  const reader = createReader(options)
  for (let at = 0; at < bytes.length; at += pieceBytes)
    if (!reader.write(bytes.slice(at, at + pieceBytes))) break
  return reader.end()
}

/** A log whose lines 4 to 104 are a key. */
const dashes = '-----'
const key = [`${dashes}BEGIN PRIVATE KEY${dashes}`, ...Array.from({ length: 99 }, (_, at) => `MII${at}`)]
const log = `a\nb\nc\n${key.join('\n')}\n${dashes}END PRIVATE KEY${dashes}\n${'end\n'.repeat(200)}`

describe('a page that is redacted', () => {
  it('is the same as that of the redacted text, whatever is asked for and however it comes', () => {
    const random = createRandom(5)
    for (let round = 0; round < (inject('thorough') ? 5000 : 200); round++) {
      const text = someText(random)
      const options = somePage(random)
      const expected = outcome(() => read(hushAll(text), options))
      const given = { ...options, redact: hush }
      expect(outcome(() => read(text, given))).toEqual(expected)
      expect(outcome(() => inPieces(bytesOf(text), given, 1 + random.below(9)))).toEqual(expected)
    }
  })

  it('leads from page to page through lines that are the own ones of the input', () => {
    const lines = Array.from({ length: 900 }, (_, at) => `line ${at + 1} has secret${at}`)
    const input = `${lines.join('\n')}\n${'secret1 '.repeat(3000)}\n`
    let content = ''
    let next: { offset: number; column?: number } | undefined = { offset: 1 }
    for (let pages = 0; next && pages < 100; pages++) {
      const { offset }: { offset: number } = next
      const page = read(input, { backend, maxBytes: 5000, redact: hush, ...next })
      checkPage(bytesOf(hushAll(input)), { backend, maxBytes: 5000, ...next }, page)
      if (offset <= 900) expect(page.text).toMatch(new RegExp(`^line ${offset} has \\[gone\\]\n`))
      if (page.details.next && page.details.next.offset <= 900)
        expect(page.notice).toContain(`of 901. Use offset=${page.details.next.offset} to continue.`)
      content += page.content
      next = page.details.next
    }
    expect(content).toBe(hushAll(input))
  })

  it('hides what began before it', async () => {
    for (const offset of [1, 4, 50, 103]) {
      const asked = { backend, offset, limit: 5 }
      const { text } = read(log, { ...asked, redact: createSecretRedactor() })
      expect(text).not.toMatch(/MII|BEGIN|END/)
      const streamed = await readStream(new Blob([log]), { ...asked, redact: createSecretRedactor() })
      expect(streamed.text).toBe(text)
    }
    const { text } = read(log, { backend, offset: 103, limit: 3, redact: createSecretRedactor() })
    expect(text).toMatch(/^\n\nend\n\[Lines 103-105 of 304\. Use offset=106 to continue\.\]$/)
  })

  it('refuses a function that gives other lines, or none, and ends with what it throws', () => {
    const given = (redact: unknown) => outcome(() => read('a\nb', { backend, redact: redact as Redactor }))
    expect(given(() => 'a\nb')).toBe(
      'PithError: Expected `redact` to return one line for each line, got more: remove the line ends from its result.',
    )
    expect(given(() => 3)).toBe('PithError: Expected `redact` to return a string, got number.')
    expect(given('secret')).toBe('PithError: Expected `redact` to be a function, got string.')
    const broken = () => {
      throw new Error('no')
    }
    expect(given(broken)).toBe('Error: no')
  })
})
