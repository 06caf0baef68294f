// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'

// What depends on the name of the platform. Nothing else of Windows is here.
describe('the command on Windows', () => {
  const box = useCommand()
  const run = async (words: string[], input = '') => {
    const preload = ['-r', join(box.folder, 'windows.cjs')]
    const { status, stdout, stderr } = await box.node([...preload, distFile('cli/main.js'), ...words], {
      input,
    })
    return { status, stdout: stdout.toString(), stderr }
  }
  beforeAll(() =>
    writeFileSync(
      join(box.folder, 'windows.cjs'),
      "Object.defineProperty(process, 'platform', { value: 'win32' })\n",
    ),
  )

  it.each([
    // Where /bin/sh is missing, no command is found.
    {
      words: ['run', '--', 'no-such-command'],
      status: 127,
      says: 'Commands are started by /bin/sh, which Windows',
    },
    { words: ['-c', 'echo hi'], status: 125, says: 'pith has no shell for Windows.' },
    { words: ['install', 'claude-code', '--yes'], status: 2, says: 'pith has no shell for Windows' },
  ])('says that it does not start: $words.0', async ({ words, status, says }) => {
    expect(await run(words)).toEqual({ status, stdout: '', stderr: expect.stringContaining(says) })
  })

  it('leaves the ends of lines as they are, and cuts between them', async () => {
    const lines = Array.from({ length: 9000 }, (_, at) => `line ${at * 7919}\r\n`)
    const small = lines.slice(0, 9).join('')
    expect((await run([], small)).stdout).toBe(small)
    const { stdout } = await run(['--max-lines', '6', '--no-artifact'], lines.join(''))
    expect(stdout).toMatch(/^(?:line \d+\r?\n|\[\.\.\..*\]\n)+\[\d+ of 9000 lines\..*\]\n$/)
  })
})
