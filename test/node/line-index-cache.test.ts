import { describe, expect, it } from 'vitest'
import { createLineIndex, type FileIdentity } from '../../src/host/line-index.ts'
import { forgetIndex, isSettled, recallIndex, rememberIndex } from '../../src/host/line-index-cache.ts'
import { STRIDE_BYTES } from '../../src/store/line-index.ts'

let nextInode = 1n
const identity = (sizeBytes: number): FileIdentity => ({
  dev: 1n,
  ino: nextInode++,
  size: BigInt(sizeBytes),
  mtimeNs: 1_000_000_001n,
  ctimeNs: 1_000_000_002n,
})
const indexOf = (strides: number) => {
  const index = createLineIndex(strides * STRIDE_BYTES)
  index.entries.fill(7)
  return index
}

describe('what is remembered of a file', () => {
  it('is given back as a copy, for the same file only', () => {
    const file = identity(8 * STRIDE_BYTES)
    rememberIndex(file, indexOf(8))
    const recalled = recallIndex({ ...file })
    expect(recalled).toEqual(indexOf(8))
    recalled?.entries.fill(9)
    expect(recallIndex(file)).toEqual(indexOf(8))
    expect(recallIndex({ ...file, ino: 999_999n })).toBeUndefined()
  })

  it.each(['size', 'mtimeNs', 'ctimeNs'] as const)('is forgotten once its %s is another', (field) => {
    const file = identity(8 * STRIDE_BYTES)
    rememberIndex(file, indexOf(8))
    expect(recallIndex({ ...file, [field]: file[field] + 1n })).toBeUndefined()
    expect(recallIndex(file)).toBeUndefined()
  })

  it('is nothing for a small file, and nothing once it is told to forget', () => {
    const small = identity(2 * STRIDE_BYTES)
    rememberIndex(small, indexOf(2))
    expect(recallIndex(small)).toBeUndefined()
    const file = identity(8 * STRIDE_BYTES)
    rememberIndex(file, indexOf(8))
    forgetIndex(file)
    expect(recallIndex(file)).toBeUndefined()
  })

  it('stays within 4 MiB: the file used longest ago goes first', () => {
    const strides = 128 * 1024
    const files = Array.from({ length: 8 }, () => identity(strides * STRIDE_BYTES))
    for (const file of files) rememberIndex(file, indexOf(strides))
    expect(recallIndex(files[0])?.entries).toHaveLength(strides)
    const last = identity(strides * STRIDE_BYTES)
    rememberIndex(last, indexOf(strides))
    expect(recallIndex(files[0])?.entries).toHaveLength(strides)
    expect(recallIndex(files[1])).toBeUndefined()
    expect(recallIndex(last)?.entries).toHaveLength(strides)
    const tooLarge = identity(2 ** 42)
    rememberIndex(tooLarge, indexOf(2 ** 20 + 1))
    expect(recallIndex(tooLarge)).toBeUndefined()
    for (const file of [...files, last]) forgetIndex(file)
  })
})

describe('a file whose times', () => {
  const file = (mtimeNs: bigint, ctimeNs: bigint): FileIdentity => ({ ...identity(0), mtimeNs, ctimeNs })

  it('are of this moment may change once more without a trace', () => {
    expect(isSettled(file(5_000_000_001n, 1n), 5_020)).toBe(false)
    expect(isSettled(file(1n, 5_000_000_001n), 5_020)).toBe(false)
    expect(isSettled(file(5_000_000_001n, 5_000_000_001n), 5_080)).toBe(true)
    expect(isSettled(file(9_000_000_001n, 1n), 5_080)).toBe(false)
  })

  it('have whole seconds has to rest for two of them', () => {
    expect(isSettled(file(5_000_000_000n, 5_000_000_000n), 7_000)).toBe(false)
    expect(isSettled(file(5_000_000_000n, 5_000_000_000n), 7_200)).toBe(true)
  })
})
