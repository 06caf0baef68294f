// @deep

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { truncate } from '../../src/core/truncate.ts'
import { read } from '../../src/tools/read.ts'
import { linesOf, type Ran, seq, useCommand } from '../support/command.ts'
import { withPeakMemory } from '../support/peak-memory.ts'

const textOf = (ran: Ran): string => {
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' })
  return ran.stdout.toString()
}

describe('pith read FILE', () => {
  const box = useCommand()
  const file = (name: string, content: string | Uint8Array) => writeFileSync(join(box.folder, name), content)

  it('prints a page, and the call for the next one', async () => {
    file('numbers', seq(1, 9000))
    const first = textOf(await box.pith(['read', 'numbers']))
    expect(first).toBe(`${seq(1, 1999)}[Lines 1-1999 of 9000. Next: pith read numbers --offset 2000]\n`)
    const last = textOf(await box.pith(['read', 'numbers', '--offset', '8999']))
    expect(last).toBe('8999\n9000\n[Lines 8999-9000 of 9000.]\n')
    expect(textOf(await box.pith(['read', '--limit=2', '--offset=5', 'numbers']))).toBe(
      '5\n6\n[Lines 5-6 of 9000. Next: pith read numbers --limit 2 --offset 7]\n',
    )
  })

  it('takes lines as `pith show` does', async () => {
    file('numbers', seq(1, 9000))
    const page = '5\n6\n[Lines 5-6 of 9000. Next: pith read numbers --offset 7]\n'
    expect(textOf(await box.pith(['read', 'numbers', '--lines', '5-6']))).toBe(page)
    expect(textOf(await box.pith(['read', 'numbers', '--lines', '5:6']))).toBe(page)
  })

  it('names a call for the next page that a shell runs as it is', async () => {
    file('a b', seq(1, 9000))
    const first = textOf(await box.pith(['read', 'a b']))
    const [, words = ''] = /Next: pith (read .*)\]\n$/.exec(first) ?? []
    const next = textOf(await box.sh(`$NODE $PITH ${words}`))
    expect(linesOf(next)[0]).toBe('2000')
  })

  it('prints the whole result with --json', async () => {
    file('numbers', seq(1, 9000))
    const printed = textOf(await box.pith(['read', 'numbers', '--json', '--max-lines', '30']))
    const { details, ...output } = JSON.parse(printed)
    const notice = { call: 'pith read numbers --json --max-lines 30' }
    const expected = read(seq(1, 9000), { maxLines: 30, source: { path: 'numbers' }, notice })
    expect(output).toEqual({ text: expected.text, content: expected.content, notice: expected.notice })
    expect(details).toEqual({ kind: 'text', encoding: 'UTF-8', ...expected.details })
  })

  it('names an image instead of printing it', async () => {
    file('image', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1016)]))
    expect(textOf(await box.pith(['read', 'image']))).toBe('[PNG image, 1.0 KB, not shown.]\n')
  })

  it.each<[string, string[], string]>([
    ['no file', [], 'Expected one file after `pith read`, got 0.'],
    [
      'a file that is not there',
      ['nowhere'],
      'The file "nowhere" could not be read: there is no such file (ENOENT).',
    ],
    ['a directory', ['.'], 'Expected "." to be a regular file; it is a directory.'],
    ['a device', ['/dev/null'], 'Expected "/dev/null" to be a regular file; it is a device.'],
    ['an offset of 0', ['few', '--offset', '0'], 'Expected `offset` to be a whole number from 1, got 0.'],
    [
      'an offset that is no number',
      ['few', '--offset', 'x'],
      'Expected --offset to be a number from 0, or Infinity, got "x".',
    ],
    [
      'an offset past the end',
      ['few', '--offset', '3'],
      'Expected `offset` to be a line of the input, got 3; it has 2 lines.',
    ],
    ['an option of other commands', ['few', '--keep', 'tail'], "Unknown option '--keep'."],
  ])('exits with 2 and one line for %s', async (_, words, message) => {
    file('few', 'a\nb\n')
    const { status, stdout, stderr } = await box.pith(['read', ...words])
    expect(linesOf(stderr)).toEqual([`pith: ${message}`])
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: '' })
  })

  it.runIf(process.platform === 'linux')('does not wait for the writer of a FIFO', async () => {
    execFileSync('mkfifo', [join(box.folder, 'fifo')])
    const { status, stderr } = await box.pith(['read', 'fifo'])
    expect(status).toBe(2)
    expect(linesOf(stderr)).toEqual(['pith: Expected "fifo" to be a regular file; it is a FIFO.'])
  })

  it.runIf(process.platform === 'linux')('costs no more memory for 256 MB than for a few lines', async () => {
    file('few', 'a\nb\n')
    await box.sh('yes "a line of an ordinary length" | head -c 256000000 > large')
    const { peakMiB: few } = await withPeakMemory(box, ['read', join(box.folder, 'few')])
    const { peakMiB: many, stdout } = await withPeakMemory(box, [
      'read',
      join(box.folder, 'large'),
      '--offset',
      '8000000',
    ])
    expect(stdout.toString()).toMatch(/of 8827587\. Next: pith read .* --offset 800\d{4}\]\n$/)
    expect(many - few).toBeLessThan(32)
  })
})

describe('a path that the shell would take apart', () => {
  const box = useCommand()
  const names = [
    'a space',
    "it's",
    '"quoted"',
    '$HOME `x` \\',
    '-dash',
    '--',
    '*',
    'é👍🏽',
    '#',
    '~',
    '!x',
    'a;b&c|d',
  ]

  it.each(names)('is read back by the words that name it: %j', async (name) => {
    const folder = join(box.folder, 'paths')
    mkdirSync(folder, { recursive: true })
    const content = seq(1, 3000)
    writeFileSync(join(folder, name), content)
    const { notice = '' } = truncate(content, { source: { path: name } })
    const [, word] = /More: (.*) offset=\d+ limit=\d+\]$/.exec(notice) ?? []
    for (const command of ['cat', 'pith read --max-lines Infinity']) {
      const { stdout, stderr } = await box.sh(`${command} ${word}`, { cwd: folder })
      expect(stderr).toBe('')
      expect(stdout.toString() === content).toBe(true)
    }
  })

  it('with a line end is named by no words, and is read all the same', async () => {
    const name = 'line\nend'
    writeFileSync(join(box.folder, name), 'a\n')
    const { text } = truncate(seq(1, 3000), { source: { path: name } })
    expect(text).not.toContain('line\nend')
    expect(textOf(await box.pith(['read', name]))).toBe('a\n')
    const { stderr } = await box.pith(['read', `no${name}`])
    expect(linesOf(stderr)).toEqual([
      'pith: The file "noline\\nend" could not be read: there is no such file (ENOENT).',
    ])
  })

  it('that begins with a dash is read behind --', async () => {
    writeFileSync(join(box.folder, '--json'), 'a\n')
    expect(textOf(await box.pith(['read', '--', '--json']))).toBe('a\n')
  })
})

describe('CMD | pith --tool', () => {
  const box = useCommand()

  it('bash and web truncate as without a tool, and keep the full output', async () => {
    // A page of the web is an answer.
    for (const [tool, purpose] of [
      ['bash', []],
      ['web', ['--for', 'query']],
    ] as const) {
      const [plain, own] = await Promise.all(
        [purpose, ['--tool', tool]].map((words) =>
          box.pith(['--max-lines', '30', ...words], { input: seq(1, 5000) }),
        ),
      )
      expect(textOf(plain)).toContain('[More: pith show ')
      expect(textOf(own)).toBe(textOf(plain))
    }
  })

  it('grep shares the matches among the files', async () => {
    const raw = `${'a:1:x\n'.repeat(300)}b:1:y\n`
    const text = textOf(await box.pith(['--tool', 'grep', '--limit', '4', '--no-artifact'], { input: raw }))
    expect(text).toBe(
      `${'a:1:x\n'.repeat(3)}b:1:y\n[4 matches limit reached. Use --limit 8 for more, or refine pattern]\n`,
    )
    const long = textOf(
      await box.pith(['--tool', 'grep', '--pattern', 'NEEDLE'], { input: `a:1:${'x'.repeat(900)}needle\n` }),
    )
    expect(long).toContain('xneedle\n')
  })

  it('find and ls list the first entries', async () => {
    expect(
      textOf(await box.pith(['--tool', 'find', '--limit', '2', '--no-artifact'], { input: seq(1, 9) })),
    ).toBe('1\n2\n[2 results limit reached. Use --limit 4 for more, or refine pattern]\n')
    expect(textOf(await box.pith(['--tool', 'ls', '--no-artifact'], { input: seq(1, 501) }))).toBe(
      `${seq(1, 500)}[500 entries limit reached. Use --limit 1000 for more]\n`,
    )
  })

  it('read shows a page of standard input, and leaves what it does not need', async () => {
    expect(
      textOf(await box.pith(['--tool', 'read', '--offset', '2', '--limit', '1'], { input: 'a\nb\nc\n' })),
    ).toBe('b\n[Line 2 of 3. Use offset=3 to continue.]\n')
    const endless = await box.sh('yes | pith --tool read --no-totals --limit 2')
    expect(textOf(endless)).toBe('y\ny\n[Lines 1-2. Use offset=3 to continue.]\n')
  })

  it('prints the whole result with --json', async () => {
    const printed = textOf(await box.pith(['--tool', 'find', '--json'], { input: 'a\nb\n' }))
    expect(JSON.parse(printed)).toEqual({
      text: 'a\nb\n',
      content: 'a\nb\n',
      details: { total: 2, shown: 2 },
    })
    const bash = JSON.parse(textOf(await box.pith(['--tool', 'bash', '--json'], { input: 'a\n' })))
    expect(bash).toMatchObject({ text: 'a\n', content: 'a\n', details: { truncation: { totalLines: 1 } } })
  })

  it.each<[string[], string]>([
    [['--tool', 'cat'], 'Expected --tool to be one of read, bash, grep, find, ls, web, got "cat".'],
    [['--limit', '3'], '--limit needs --tool read or grep or find or ls.'],
    [['--tool', 'bash', '--limit', '3'], '--limit needs --tool read or grep or find or ls.'],
    [['--tool', 'find', '--pattern', 'x'], '--pattern needs --tool grep.'],
    [['--tool', 'ls', '--offset', '3'], '--offset needs --tool read.'],
    [['--tool', 'ls', '--limit', '0'], 'Expected `limit` to be a whole number from 1, or Infinity, got 0.'],
  ])('refuses %j in one line', async (words, message) => {
    const { status, stdout, stderr } = await box.pith(words, { input: 'a\n' })
    expect(linesOf(stderr)).toEqual([`pith: ${message}`])
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: '' })
  })
})
