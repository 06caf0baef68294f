// @deep

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileToAppear, useCommand } from '../support/command.ts'

const onLinux = process.platform === 'linux'
const asRoot = process.getuid?.() === 0
const MINUTE = 60

describe.runIf(onLinux)('pith gc, for temporary files', () => {
  const box = useCommand({ alone: true })
  let made = 0

  /** A folder for temporary files, and what `pith gc` removes there. */
  function place() {
    const folder = join(box.folder, `tmp${made++}`)
    mkdirSync(folder, { mode: 0o700 })
    const gc = async (...words: string[]) => {
      const env = { TMPDIR: folder, XDG_RUNTIME_DIR: '' }
      const { status, stdout } = await box.pith(['gc', '--json', ...words], { env })
      expect(status).toBe(0)
      const { abandoned } = JSON.parse(stdout.toString()) as { abandoned: { name: string }[] }
      return abandoned.flatMap(({ name }) => (name.startsWith(folder) ? [name] : []))
    }
    return { folder, gc }
  }

  const age = (path: string, minutes: number) => {
    const at = Date.now() / 1000 - minutes * MINUTE
    utimesSync(path, at, at)
  }

  const pipesIn = (folder: string, ...names: string[]) => {
    mkdirSync(folder, { mode: 0o700 })
    if (names.length > 0) execFileSync('mkfifo', names, { cwd: folder })
    age(folder, 60)
  }

  it.each([
    ['before', 'sleep 30 &', 24 * 60],
    ['after', '/usr/bin/mkfifo "$@"', 10],
  ])('removes what a run left that was killed %s it made its pipes', async (_, does, minutes) => {
    const { folder, gc } = place()
    const bin = `${folder}.bin`
    mkdirSync(bin)
    writeFileSync(join(bin, 'mkfifo'), `#!/bin/sh\n${does}\n: > ${bin}/done\nsleep 30\n`, { mode: 0o755 })
    const env = { TMPDIR: folder, PATH: `${bin}:${process.env.PATH}` }
    await box.pith(['run', '--', 'true'], {
      env,
      whileRunning: async (child) => {
        await fileToAppear(join(bin, 'done'))
        child.kill('SIGKILL')
      },
    })
    const [left] = readdirSync(folder).map((name) => join(folder, name))
    expect(left).toMatch(/\/pith-\w{6}$/)
    age(left, minutes - 1)
    expect(await gc()).toEqual([])
    age(left, minutes + 1)
    expect(await gc('--dry-run')).toEqual([left])
    expect(existsSync(left)).toBe(true)
    expect(await gc()).toEqual([left])
    expect(readdirSync(folder)).toEqual([])
  })

  it('removes nothing that it did not make, and follows no link', async () => {
    const { folder, gc } = place()
    const victim = `${folder}.victim`
    pipesIn(victim, 'output-0')
    symlinkSync(victim, join(folder, 'pith-linkxx'))
    pipesIn(join(folder, 'pith-000001'), 'output-0', 'other')
    pipesIn(join(folder, 'pith-000002'), 'output-0')
    symlinkSync(join(victim, 'output-0'), join(folder, 'pith-000002', 'output-1'))
    pipesIn(join(folder, 'pith-000003'))
    writeFileSync(join(folder, 'pith-000003', 'output-0'), 'a file')
    pipesIn(join(folder, 'pith-000004'), 'output-0')
    chmodSync(join(folder, 'pith-000004'), 0o777)
    pipesIn(join(folder, 'pith-test-000005'), 'output-0')
    pipesIn(join(folder, 'pith-0000061'), 'output-0')
    writeFileSync(join(folder, 'pith-000007'), 'a file')
    mkdirSync(join(folder, 'pith-000008', 'output-0'), { recursive: true })
    for (const name of readdirSync(folder).filter((one) => one !== 'pith-linkxx'))
      age(join(folder, name), 3000)
    const before = readdirSync(folder, { recursive: true })
    expect(await gc()).toEqual([])
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
    expect(readdirSync(victim)).toEqual(['output-0'])
  })

  it.runIf(asRoot)(
    'leaves the folder of another user, and all where another user could put links',
    async () => {
      const { folder, gc } = place()
      const [theirs, own] = ['pith-aaaaaa', 'pith-bbbbbb'].map((name) => join(folder, name))
      for (const path of [theirs, own]) pipesIn(path, 'output-0', 'output-1', 'trial')
      chownSync(theirs, 65534, 65534)
      chmodSync(folder, 0o777)
      expect(await gc()).toEqual([])
      chmodSync(folder, 0o1777)
      expect(await gc()).toEqual([own])
      rmSync(theirs, { recursive: true })
    },
  )
})
