// @deep

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linesOf, useCommand } from '../support/command.ts'

const onUnix = process.platform !== 'win32'

describe.runIf(onUnix)('standard output of the command', { concurrent: true }, () => {
  const box = useCommand()

  it.each([
    ['pith', 'seq 1 20000 | pith'],
    ['pith --json', 'seq 1 20000 | pith --json'],
    ['pith run', 'pith run -q -- seq 1 20000'],
    // More than a pipe holds, so that the command is still writing when the reader goes.
    ['pith, with much to print', 'seq 1 200000 | pith --max-bytes 1000000 --max-lines Infinity'],
    [
      'pith show',
      'seq 1 200000 | pith > first; pith show --all $(tail -n 1 first | grep -o "[0-9a-f]\\{16\\}")',
    ],
  ])('may lose its reader, and %s says nothing of it', async (_, script) => {
    const { stdout, stderr } = await box.sh(`(${script}) | head -n 1`)
    expect(stdout.toString()).toMatch(/^(1\n$|\{"text":"1\\n2\\n)/)
    expect(stderr).toBe('')
  })

  it.runIf(existsSync('/dev/full')).each([
    ['pith', 'seq 1 10 | pith', 2],
    ['pith --json', 'seq 1 10 | pith --json', 2],
    ['pith --help', 'pith --help', 2],
    ['pith run', 'pith run -- seq 1 10', 125],
  ])('on a full device gives one line and a status: %s', async (_, script, status) => {
    const ran = await box.sh(`${script} > /dev/full`)
    expect(linesOf(ran.stderr)).toEqual([
      'pith: Standard output could not be written: no space left on the device (ENOSPC).',
    ])
    expect(ran.status).toBe(status)
  })

  it.each([
    ['pith', 'seq 1 20000 | pith'],
    ['pith run', 'pith run -q -- seq 1 20000'],
    ['pith --help', 'pith --help'],
  ])('may be closed from the start: %s', async (_, script) => {
    const { status, stderr } = await box.sh(`${script} >&-`)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each([
    ['is closed', '2>&-'],
    ['is full', '2>/dev/full'],
  ])('and the status stay true when standard error %s', async (_, redirection) => {
    const { status, stdout } = await box.sh(`pith run -- sh -c "echo out; exit 3" ${redirection}`)
    expect({ status, text: stdout.toString() }).toEqual({ status: 3, text: 'out\n[Exit code 3.]\n' })
  })

  it('and the status stay true when standard error has lost its reader', async () => {
    const script = '{ pith run -- sh -c "sleep 0.3; exit 3" 2>&3; echo " $?"; } 3>&1 >text | true; cat text'
    const { stdout } = await box.sh(script)
    expect(stdout.toString()).toBe('[Exit code 3.]\n 3\n')
  })

  it('is taken as slowly as its reader wants', async () => {
    const script = 'seq 1 200000 | pith --max-bytes 7000000 --max-lines Infinity | (sleep 0.3; cat > slow)'
    expect(await box.sh(script)).toMatchObject({ status: 0, stderr: '' })
    const { stdout } = await box.sh('seq 1 200000')
    expect(Buffer.compare(readFileSync(join(box.folder, 'slow')), stdout)).toBe(0)
  })
})
