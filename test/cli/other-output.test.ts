// @deep

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Truncation } from '../../src/truncation.ts'
import { useCommand } from '../support/command.ts'

const idOf = (input: Uint8Array): string => createHash('sha256').update(input).digest('hex').slice(0, 16)

const LS = '/bin/ls'

describe('an output that is no UTF-8', () => {
  const box = useCommand()

  it('is named: a program, through run and through a pipe', async () => {
    const ls = readFileSync(LS)
    for (const script of [`pith run -q -- cat ${LS}`, `cat ${LS} | pith`, `cat ${LS} | pith --tool bash`]) {
      const { stdout, status } = await box.sh(script)
      expect(status).toBe(0)
      expect(stdout.toString()).toMatch(
        /^\[0 of \d+ lines\. Binary output, [\d.]+ KB\. Full output: pith show \w{16}\]\n$/,
      )
      expect(stdout.toString()).toContain(`pith show ${idOf(ls)}`)
    }
    const page = (await box.pith(['show', idOf(ls)])).stdout.toString()
    const call = `pith show ${idOf(ls)} --all`
    expect(page).toMatch(/^\[Binary output, \d+ KB, not shown\. Into a file: .*\]\n$/)
    expect(page).toContain(`Into a file: ${call} > FILE. In hex: ${call} | od -t x1 | head -n 50]`)
    const { stdout } = await box.pith(['show', idOf(ls), '--bytes', '0-64'])
    expect(stdout.equals(ls.subarray(0, 64))).toBe(true)
  })

  it('keeps the lines before and after a program, and the exit code', async () => {
    const { stdout, status } = await box.sh(
      `pith run -q -- sh -c 'echo Downloading; echo "error: no space"; cat ${LS}; echo; echo "curl: (23) Failed" >&2; exit 23'`,
    )
    expect(status).toBe(23)
    expect(stdout.toString()).toMatch(
      /^Downloading\nerror: no space\n\[\.\.\.(3-\d+): .*\]\ncurl: \(23\) Failed\n\[Exit code 23\. Lines \1 hold binary data\. More: pith show \w{16} --lines \1, or --grep RE\]\n$/,
    )
  })

  it('is its text: UTF-16, with an artifact in UTF-8', async () => {
    const log = Array.from({ length: 4000 }, (_, i) => `line ${i} is héllo 👍\r\n`).join('')
    for (const [name, bytes] of [
      ['le', Buffer.from(`\ufeff${log}`, 'utf16le')],
      ['be', Buffer.from(`\ufeff${log}`, 'utf16le').swap16()],
      ['bare', Buffer.from(log, 'utf16le')],
    ] as const) {
      writeFileSync(join(box.folder, name), bytes)
      for (const words of [['run', '-q', '--json', '--', 'cat', name], ['--json']]) {
        const { stdout } = await box.pith(words, { input: bytes })
        const { artifact, notice, totalLines } = JSON.parse(stdout.toString()) as Truncation
        expect({ totalLines, artifact }).toEqual({ totalLines: 4000, artifact: idOf(Buffer.from(log)) })
        expect(notice).toContain('Decoded from UTF-16')
      }
      const page = await box.pith(['--tool', 'read', '--offset', '3999', '--limit', '1'], { input: bytes })
      expect(page.stdout.toString()).toMatch(
        /^line 3998 is héllo 👍\r\n\[.* Decoded from UTF-16[LB]E\. .*\]\n$/,
      )
    }
  })

  it('has no secret: UTF-16 is decoded before it is redacted', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const input = Buffer.from(`\ufeffa.ts:1:${secret}\n`, 'utf16le')
    for (const words of [['--redact'], ['--redact', '--tool', 'grep'], ['--redact', '--tool', 'read']]) {
      const { stdout } = await box.pith(words, { input })
      expect(stdout.toString()).toContain('[redacted')
      expect(stdout.toString()).not.toContain(secret)
    }
  })

  it('is a text with NULs: shown by run, by a pipe and by read', async () => {
    const text = 'hello\0world\nline 2\n'
    writeFileSync(join(box.folder, 'nul'), text)
    for (const words of [['run', '-q', '--', 'cat', 'nul'], [], ['read', 'nul']]) {
      expect((await box.pith(words, { input: text })).stdout.toString()).toBe(text)
    }
  })

  it('keeps a character of one stream whole, whatever the other one prints between its bytes', async () => {
    const script = `printf '\\303'; sleep 0.1; printf 'E\\n' >&2; sleep 0.1; printf '\\251\\n'`
    writeFileSync(join(box.folder, 'split.sh'), script)
    const program = `
      const { runCommand } = await import(process.env.PITH.replace('cli/main.js', 'node/index.js'))
      const seen = []
      const onOutput = (bytes) => { seen.push(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
      const { text } = await runCommand('sh', ['split.sh'], { separate: true, store: false, onOutput })
      console.log(JSON.stringify([text, seen.toSorted().join('')]))`
    const { stdout } = await box.node(['--input-type=module', '-e', program])
    expect(JSON.parse(stdout.toString())).toEqual(['é\n[standard error]\nE\n', 'E\né\n'])
  })
})
