// @deep

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useCommand } from '../support/command.ts'

const isRoot = process.getuid?.() === 0

describe('the code of the command that is kept', () => {
  const box = useCommand({ alone: true })
  const cache = () => join(box.folder, 'cache')
  const code = () => join(cache(), 'pith/code')
  const file = (name = 'filter') => join(code(), readdirSync(code())[0], name)
  const cut = async (env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = await box.pith(['--max-lines', '5', '--no-artifact'], {
      input: 'line\n'.repeat(99),
      env,
    })
    return { status, stdout: stdout.toString(), stderr }
  }
  let usual: Awaited<ReturnType<typeof cut>>

  beforeAll(async () => {
    usual = await cut({ NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(usual).toMatchObject({ status: 0, stderr: '' })
    expect(existsSync(code())).toBe(false)
  })

  beforeEach(() => {
    if (existsSync(cache())) chmodSync(cache(), 0o700)
    rmSync(cache(), { recursive: true, force: true })
    mkdirSync(cache())
  })

  it('is written once, where only the user can read it, and is used by the next process', async () => {
    expect(await cut()).toEqual(usual)
    expect(statSync(code()).mode & 0o777).toBe(0o700)
    const { mtimeMs, size, ino, mode } = statSync(file())
    expect(mode & 0o777).toBe(0o600)
    expect(size).toBeGreaterThan(100_000)
    expect(await cut()).toEqual(usual)
    // What is refused is written again, under another inode.
    expect(statSync(file())).toMatchObject({ mtimeMs, ino })
  })

  it('is written again when a call takes what no call before it took', async () => {
    await box.pith(['--version'])
    const { size } = statSync(file())
    expect(await cut()).toEqual(usual)
    const { size: grown, ino } = statSync(file())
    expect(grown).toBeGreaterThan(size)
    await box.pith(['--version'])
    expect(await cut()).toEqual(usual)
    expect(statSync(file())).toMatchObject({ ino, size: grown })
  })

  it('is two files for each command, of which what fits needs one, and others for the flags of V8', async () => {
    await cut()
    await box.pith(['run', '-q', '--', 'true'])
    const [folder] = readdirSync(code())
    expect(readdirSync(join(code(), folder)).sort()).toEqual(['filter', 'filter-rest', 'run'])
    expect(await cut({ NODE_OPTIONS: '--max-old-space-size=500' })).toEqual(usual)
    expect(readdirSync(code())).toHaveLength(2)
  })

  const damages: Record<string, (path: string) => void> = {
    'has another byte': (path) => {
      const bytes = readFileSync(path)
      bytes[bytes.length >> 1] ^= 1
      writeFileSync(path, bytes)
    },
    'is cut': (path) => truncateSync(path, 5000),
    'is empty': (path) => truncateSync(path, 0),
    'is something else': (path) => writeFileSync(path, 'x'.repeat(50_000)),
    'is a folder': (path) => {
      rmSync(path)
      mkdirSync(path)
    },
    'is a link': (path) => {
      renameSync(path, `${path}-other`)
      symlinkSync(`${path}-other`, path)
    },
    'can be written to by others': (path) => chmodSync(path, 0o666),
    'is too large': (path) => truncateSync(path, 64 * 1024 * 1024),
  }
  it.each(Object.keys(damages))('is not used when the file %s', async (name) => {
    await cut()
    damages[name](file())
    damages[name](file('filter-rest'))
    expect(await cut()).toEqual(usual)
    expect(await cut()).toEqual(usual)
  })

  it('replaces a damaged file', async () => {
    await cut()
    damages['has another byte'](file())
    const { ino } = statSync(file())
    await cut()
    expect(statSync(file()).ino).not.toBe(ino)
  })

  const places: Record<string, () => void> = {
    'can be written to by others': () => {
      mkdirSync(code(), { recursive: true })
      chmodSync(code(), 0o777)
    },
    'is a link': () => {
      mkdirSync(join(box.folder, 'elsewhere'), { recursive: true })
      mkdirSync(join(cache(), 'pith'))
      symlinkSync(join(box.folder, 'elsewhere'), code())
    },
    'is a file': () => writeFileSync(join(cache(), 'pith'), ''),
    'is in a folder that others can write to': () => chmodSync(cache(), 0o777),
  }
  it.each(Object.keys(places))('is kept nowhere when the folder %s', async (name) => {
    places[name]()
    expect(await cut()).toEqual(usual)
    const kept = readdirSync(box.folder, { recursive: true, encoding: 'utf8' })
    expect(kept.filter((path) => path.endsWith('filter'))).toEqual([])
  })

  it.skipIf(isRoot)('is kept nowhere when the folder cannot be written to', async () => {
    chmodSync(cache(), 0o500)
    expect(await cut()).toEqual(usual)
    expect(readdirSync(cache())).toEqual([])
  })

  it('costs nothing but time on a full disk', async () => {
    const script = `ulimit -f 200; trap '' XFSZ; yes line | head -n 99 | pith --max-lines 5 --no-artifact`
    const { status, stdout, stderr } = await box.sh(script)
    expect({ status, stdout: stdout.toString(), stderr }).toEqual(usual)
    const kept = readdirSync(code(), { recursive: true, encoding: 'utf8' })
    expect(kept.filter((path) => path.includes('filter'))).toEqual([])
  })

  it('leaves at most four folders', async () => {
    mkdirSync(code(), { recursive: true, mode: 0o700 })
    chmodSync(join(cache(), 'pith'), 0o700)
    for (const age of [1, 2, 3, 4, 5, 6]) mkdirSync(join(code(), `older-${age}`))
    await cut()
    expect(readdirSync(code()).length).toBeLessThanOrEqual(4)
  })
})
