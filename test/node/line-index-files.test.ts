import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLineIndex, type FileIdentity, type LineIndex } from '../../src/host/line-index.ts'
import { loadIndex, saveIndex } from '../../src/host/line-index-files.ts'
import { useFolder } from '../support/large-file.ts'
import { createRandom } from '../support/random.ts'

const MIB = 1024 * 1024
const temporary = useFolder()

const identity: FileIdentity = {
  dev: 66_304n,
  ino: 2n ** 63n,
  size: BigInt(20 * MIB + 5),
  mtimeNs: -5n,
  ctimeNs: 1_700_000_000_123_456_789n,
}

function index(seed: number): LineIndex {
  const random = createRandom(seed)
  const made = createLineIndex(Number(identity.size))
  for (const at of made.entries.keys()) made.entries[at] = random.below(524_289)
  return made
}

/** A folder with one index in it, and the file's path. */
function saved(name: string): { folder: string; path: string } {
  const folder = join(temporary.path, name, 'lines')
  saveIndex(folder, identity, index(1))
  return { folder, path: join(folder, readdirSync(folder)[0]) }
}

describe('an index in a folder', () => {
  it('is read back as it was, by whoever may', () => {
    const { folder, path } = saved('plain')
    expect(loadIndex(folder, identity)).toEqual(index(1))
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('takes the place of the one before', () => {
    const { folder } = saved('again')
    saveIndex(folder, { ...identity, mtimeNs: 7n }, index(2))
    expect(readdirSync(folder)).toHaveLength(1)
    expect(loadIndex(folder, identity)).toBeUndefined()
    expect(loadIndex(folder, { ...identity, mtimeNs: 7n })).toEqual(index(2))
  })

  it.each(['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const)(
    'is not of a file with another %s',
    (field) => {
      const { folder } = saved('other')
      expect(loadIndex(folder, { ...identity, [field]: identity[field] + 1n })).toBeUndefined()
    },
  )

  it('is none once any of its bytes is another, or it is longer or shorter', () => {
    const { folder, path } = saved('damaged')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at++) {
      const damaged = Buffer.from(whole)
      damaged[at] ^= 1 << (at % 8)
      writeFileSync(path, damaged)
      expect(loadIndex(folder, identity), `byte ${at}`).toBeUndefined()
    }
    for (const damaged of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.alloc(4)]), Buffer.alloc(0)]) {
      writeFileSync(path, damaged)
      expect(loadIndex(folder, identity)).toBeUndefined()
    }
    writeFileSync(path, whole)
    expect(loadIndex(folder, identity)).toEqual(index(1))
    truncateSync(path, 0)
    expect(loadIndex(folder, identity)).toBeUndefined()
  })

  it('is not believed where others could have written it', () => {
    const { folder, path } = saved('open')
    chmodSync(path, 0o620)
    expect(loadIndex(folder, identity)).toBeUndefined()
    chmodSync(path, 0o600)
    chmodSync(folder, 0o777)
    expect(loadIndex(folder, identity)).toBeUndefined()
    chmodSync(folder, 0o700)
    expect(loadIndex(folder, identity)).toEqual(index(1))
    symlinkSync(folder, join(temporary.path, 'link'))
    expect(loadIndex(join(temporary.path, 'link'), identity)).toBeUndefined()
  })

  it('is not kept of a small file, or while strides are missing', () => {
    const folder = join(temporary.path, 'few', 'lines')
    saveIndex(folder, { ...identity, size: BigInt(MIB) }, createLineIndex(MIB))
    saveIndex(folder, identity, createLineIndex(Number(identity.size)))
    expect(() => readdirSync(folder)).toThrow('ENOENT')
  })

  it('is lost without a word where nothing can be written', () => {
    const file = join(temporary.path, 'file')
    writeFileSync(file, '')
    saveIndex(file, identity, index(1))
    saveIndex(join(file, 'below'), identity, index(1))
    expect(loadIndex(file, identity)).toBeUndefined()
    const open = join(temporary.path, 'writable')
    mkdirSync(open)
    chmodSync(open, 0o777)
    saveIndex(open, identity, index(1))
    expect(readdirSync(open)).toEqual([])
  })

  it('is one of at most 64, of which the oldest go', () => {
    const { folder } = saved('many')
    const files = Array.from({ length: 70 }, (_, at) => ({ ...identity, ino: BigInt(at) }))
    for (const file of files) saveIndex(folder, file, index(1))
    expect(readdirSync(folder)).toHaveLength(64)
    expect(loadIndex(folder, files[69])).toEqual(index(1))
    expect(loadIndex(folder, identity)).toBeUndefined()
  })

  it('leaves alone what else is in the folder, however much and however old', () => {
    const { folder } = saved('shared')
    const others = Array.from({ length: 70 }, (_, at) => `${at}-11${at % 2 ? '' : '.txt'}`)
    for (const name of others) {
      writeFileSync(join(folder, name), '')
      utimesSync(join(folder, name), 1, 1)
    }
    for (let at = 0; at < 70; at++) saveIndex(folder, { ...identity, ino: BigInt(at) }, index(1))
    const names = readdirSync(folder)
    expect(names).toEqual(expect.arrayContaining(others))
    expect(names).toHaveLength(others.length + 64)
  })
})
