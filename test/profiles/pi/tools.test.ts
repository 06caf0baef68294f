import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as pi from '../../../src/extra/profiles/pi.ts'
import { checked } from './checked.ts'

/** What the tools do where the seed is silent. */

const fiftyKilobytes = 'z'.repeat(50 * 1024)
const fullOutputPath = '/tmp/pi-bash-xxx.log'

const match = (line: number, text = 'matching content here') => ({ path: 'file.ts', line, text })

describe('read', () => {
  it('the pages that the notices lead to, joined by line feeds, are the file', () => {
    const lines = fc.array(fc.constantFrom('', 'a', 'bb\r', '漢'.repeat(40), 'y'.repeat(20_000)), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(lines, fc.boolean(), fc.constantFrom(1, 7, 2000), (parts, isOpen, limit) => {
        const file = parts.join('\n') + (isOpen ? '' : '\n')
        const pages: string[] = []
        for (let offset = 1; offset > 0; ) {
          const { text } = checked(() => pi.read(file, { offset, limit }))
          const [, page, next] = /^([\s\S]*)\n\n\[[^\n]*Use offset=(\d+) to continue\]$/.exec(text) ?? []
          pages.push(page ?? text)
          offset = Number(next ?? 0)
        }
        expect(pages.join('\n')).toBe(file)
      }),
      { numRuns: 60 },
    )
  })

  it('a page that lacks only the final line feed sends nobody past the end', () => {
    const file = `${'x'.repeat(30720)}\n`
    expect(checked(() => pi.read(file), file).text).toBe(
      `${'x'.repeat(30720)}\n\n[Showing lines 1-1 of 1 (30KB limit)]`,
    )
  })

  it('an empty line before a line that is too large is a page of its own', () => {
    const { text } = checked(() => pi.read(`\n${fiftyKilobytes}\n`))
    expect(text).toBe('\n\n[Showing lines 1-1 of 2 (30KB limit). Use offset=2 to continue]')
  })
})

describe("read's hints", () => {
  it.each(['two words.txt', "it's $(rm -rf ~) `x`.txt", '-n', 'plain.txt'])('run for %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'pith-pi-'))
    try {
      const file = `${'a'.repeat(40_000)}\n${'b'.repeat(40_000)}\n`
      writeFileSync(join(folder, name), file)
      const run = (offset: number) => {
        const { text } = checked(() => pi.read(file, { path: name, offset }))
        const command = /Use bash(?: to read)?: (.*)\]$/.exec(text)?.[1] ?? 'false'
        return execFileSync('/bin/sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
      }
      expect(run(1)).toBe('a'.repeat(30_000))
      expect(run(2)).toBe('b'.repeat(30_000))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are left out where there is no path that a line can hold', () => {
    for (const options of [{}, { path: 'two\nlines' }, { path: '\u001b[31mred' }, { path: 'half\ud83d' }]) {
      expect(checked(() => pi.read(fiftyKilobytes, options)).text).toBe(
        '[Line 1 is 50KB, exceeds 30KB limit]',
      )
    }
  })
})

describe('bash', () => {
  it('a failure is told under the notice, and its file is still in the details', () => {
    const output = 'x\n'.repeat(3000)
    const { text, details } = checked(() => pi.bash(output, { fullOutputPath, exitCode: 3 }), output)
    expect(text).toMatch(/pi-bash-xxx\.log\]\n\nCommand exited with code 3$/)
    expect(details).toMatchObject({ fullOutputPath })
    expect(checked(() => pi.bash('', { exitCode: 0 })).text).toBe('(no output)')
    expect(checked(() => pi.bash('a', { timedOutAfterSeconds: 5 })).text).toBe(
      'a\n\nCommand timed out after 5 seconds',
    )
    expect(checked(() => pi.bash('a', { aborted: true })).text).toBe('a\n\nCommand aborted')
  })

  it('an empty last line under a line that is too large is shown as the line it is', () => {
    const output = `${fiftyKilobytes}\n\n`
    expect(checked(() => pi.bash(output), output).text).toBe('\n\n[Showing lines 2-2 of 2 (30KB limit)]')
  })
})

describe('grep', () => {
  it('exactly as many matches as the limit are all of them, unless the search stopped there', () => {
    const all = Array.from({ length: 100 }, (_, i) => match(i + 1))
    expect(checked(() => pi.grep(all)).details).toBeUndefined()
    expect(checked(() => pi.grep(all, { more: true })).details).toEqual({ matchLimitReached: 100 })
  })

  it('takes matches without a file name or a line, lines as they stand, and text', () => {
    const all = [
      { line: 3, text: 'three' },
      { path: 'a.ts', text: 'named' },
      { text: 'bare' },
      'b.ts:1: line',
    ]
    expect(checked(() => pi.grep(all)).text).toBe('3: three\na.ts: named\nbare\nb.ts:1: line')
    expect(checked(() => pi.grep('a:1: x\nb:2: y\n', { limit: 1 })).text).toMatch(/^a:1: x\n\n\[1 matches/)
    expect(checked(() => pi.grep([])).text).toBe('No matches found')
    expect(checked(() => pi.grep([match(7, 'one\ntwo\n')])).text).toBe('file.ts:7: one\nfile.ts:8: two')
  })
})

describe('grep within 30 KB', () => {
  it('counts a match whose own line is shown, though its context is not', () => {
    const after = ['a'.repeat(400), ...Array.from({ length: 80 }, () => 'b'.repeat(499))]
    const { text, details } = checked(() => pi.grep([{ ...match(1), after }, match(200)]))
    expect(text).toMatch(/^file\.ts:1: matching[\s\S]*\n\[30KB limit reached \(1 of 2 matches shown\)\]$/)
    expect(details?.linesTruncated).toBeUndefined()
  })

  it('speaks of clipped lines only where one is shown', () => {
    const before = Array.from({ length: 80 }, () => 'b'.repeat(499))
    const long = { ...match(100, 'c'.repeat(600)), before }
    const { text, details } = checked(() => pi.grep([match(1), long]))
    expect(text.endsWith('\n\n[30KB limit reached (1 of 2 matches shown)]')).toBe(true)
    expect(details?.linesTruncated).toBeUndefined()
  })
})

describe('find', () => {
  it('250,000 paths', () => {
    const many = Array.from({ length: 250_000 }, (_, i) => `src/file${i + 1}.ts`)
    expect(checked(() => pi.find(many)).details).toEqual({ resultLimitReached: 1000 })
    expect(checked(() => pi.find(many.join('\n'))).text).toBe(pi.find(many).text)
    expect(checked(() => pi.find(many, { limit: 1e9 })).details?.truncation?.totalLines).toBe(250_000)
    expect(checked(() => pi.find([])).text).toBe('No files found matching pattern')
  })
})

describe('bad input', () => {
  const untyped = pi as unknown as Record<string, (...values: unknown[]) => unknown>
  const refused = (run: () => unknown, code: string) =>
    expect(run).toThrow(expect.objectContaining({ name: 'PithError', code }))

  it('that is no whole number, no path, no object is refused', () => {
    for (const value of [1.5, '2', Number.NaN, null, {}, Infinity]) {
      refused(() => untyped.read('a', { offset: value }), 'PITH_INVALID_OPTION')
      refused(() => untyped.read('a', { limit: value }), 'PITH_INVALID_OPTION')
      for (const tool of ['grep', 'find', 'ls']) {
        refused(() => untyped[tool](['a'], { limit: value }), 'PITH_INVALID_OPTION')
        refused(() => untyped[tool](['a'], { limit: 0 }), 'PITH_INVALID_OPTION')
      }
      refused(() => untyped.bash('a', { exitCode: value }), 'PITH_INVALID_OPTION')
    }
    refused(() => untyped.read('a', { limit: -1 }), 'PITH_INVALID_OPTION')
    refused(() => untyped.bash('a', { timedOutAfterSeconds: '5' }), 'PITH_INVALID_OPTION')
    for (const value of ['', 5, null]) {
      refused(() => untyped.read('a', { path: value }), 'PITH_INVALID_OPTION')
      refused(() => untyped.bash('a', { fullOutputPath: value }), 'PITH_INVALID_OPTION')
    }
    for (const tool of ['read', 'bash', 'grep', 'find', 'ls']) {
      refused(() => untyped[tool]('a', null), 'PITH_INVALID_OPTION')
    }
  })

  it('an offset past the end is refused with the lines that there are', () => {
    refused(() => pi.read('a\nb\n', { offset: 3 }), 'PITH_OFFSET_OUT_OF_RANGE')
    refused(() => pi.read('', { offset: 2 }), 'PITH_OFFSET_OUT_OF_RANGE')
    refused(() => pi.read('a', { offset: 1e9 }), 'PITH_OFFSET_OUT_OF_RANGE')
    expect(checked(() => pi.read('', { offset: 1 })).text).toBe('')
  })

  it('that is no text and no list of the right kind is refused', () => {
    for (const tool of ['read', 'bash', 'grep', 'find', 'ls']) {
      for (const value of [undefined, null, 5, {}]) refused(() => untyped[tool](value), 'PITH_INVALID_INPUT')
    }
    for (const value of [5, null, {}, ['a']]) {
      refused(() => untyped.find([value]), 'PITH_INVALID_INPUT')
      refused(() => untyped.ls([value]), 'PITH_INVALID_INPUT')
      refused(() => untyped.grep([value]), 'PITH_INVALID_INPUT')
    }
    refused(() => untyped.grep([{ text: 'a', path: 5 }]), 'PITH_INVALID_INPUT')
    refused(() => untyped.grep([{ text: 'a', line: 1.5 }]), 'PITH_INVALID_OPTION')
    refused(() => untyped.grep([{ text: 'a', before: 'x' }]), 'PITH_INVALID_INPUT')
  })
})
