import { describe, expect, it } from 'vitest'
import { resolveBucketSettings } from '../../../src/store/backends/s3/options.ts'
import { createS3Store, type S3StoreOptions } from '../../../src/store/backends/s3.ts'
import { storeDefaults } from '../../../src/store/limits.ts'
import { KEYS } from './server.ts'

const settingsOf = (options: Partial<S3StoreOptions>) =>
  resolveBucketSettings({ bucket: 'agents', ...KEYS, ...options } as S3StoreOptions)

describe('where a bucket is', () => {
  it.each([
    [{}, 'https://agents.s3.us-east-1.amazonaws.com'],
    [{ region: 'eu-central-1' }, 'https://agents.s3.eu-central-1.amazonaws.com'],
    [{ bucket: 'my.agents' }, 'https://s3.us-east-1.amazonaws.com/my.agents'],
    [{ bucket: 'My_Agents' }, 'https://s3.us-east-1.amazonaws.com/My_Agents'],
    [{ pathStyle: true }, 'https://s3.us-east-1.amazonaws.com/agents'],
    [{ endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/agents'],
    [{ endpoint: 'https://objects.example.com/s3/' }, 'https://objects.example.com/s3/agents'],
    [{ endpoint: 'https://fra1.example.com', pathStyle: false }, 'https://agents.fra1.example.com'],
  ])('is told by %j', (options, url) => {
    expect(settingsOf(options).bucketUrl).toBe(url)
  })

  it.each([
    [undefined, 'pith/'],
    ['team/a', 'team/a/'],
    ['team/a/', 'team/a/'],
  ])('and in it by the prefix %j', (prefix, expected) => {
    expect(settingsOf({ prefix }).prefix).toBe(expected)
  })
})

describe('the size of a part', () => {
  it.each([
    [undefined, 8, storeDefaults.maxArtifactBytes / 1024 ** 2],
    [0, 8, 0],
    [80_000 * 1024 ** 2, 8, 80_000],
    [80_001 * 1024 ** 2, 9, 80_001],
    [1024 ** 4, 105, 1024 ** 2],
    [Number.POSITIVE_INFINITY, 8, 80_000],
  ])('for artifacts of %d bytes lets 10,000 of them be enough', (maxArtifactBytes, partMib, mostMib) => {
    const settings = settingsOf({ maxArtifactBytes })
    expect(settings.partBytes).toBe(partMib * 1024 ** 2)
    expect(settings.maxArtifactBytes).toBe(mostMib * 1024 ** 2)
  })
})

describe('options that make no sense', () => {
  it.each([
    { bucket: '' },
    { bucket: 'a/b' },
    { bucket: 'a..b' },
    { bucket: 7 as unknown as string },
    { region: 'eu west' },
    { prefix: '' },
    { prefix: '/a' },
    { prefix: 'a//b' },
    { prefix: 'a/../b' },
    { prefix: './a' },
    { prefix: 'ä' },
    { prefix: 'a b' },
    { endpoint: 'objects.example.com' },
    { endpoint: 'ftp://objects.example.com' },
    { endpoint: 'https://objects.example.com?x=1' },
    { endpoint: 'https://objects.example.com/a+b' },
    { endpoint: 'https://objects.example.com/a%20b' },
    { endpoint: 'http://127.0.0.1:9000', pathStyle: false },
    { endpoint: 'http://[::1]:9000', pathStyle: false },
    { accessKeyId: 'id\n' },
    { secretAccessKey: 'secret\n' },
    { sessionToken: 'to ken' },
    { waitMs: 0 },
    { firstAnswerMs: -1 },
    { maxArtifactBytes: -1 },
    { maxArtifactBytes: Number.NaN },
    { timeoutMs: 0 },
    { timeoutMs: Number.POSITIVE_INFINITY },
    { closeTimeoutMs: -5 },
    { ttlMs: -1 },
    { accessKeyId: '' },
    { secretAccessKey: undefined as unknown as string },
    { credentials: 'x' as unknown as () => Promise<never> },
  ])('are refused: %j', (options) => {
    expect(() => createS3Store({ bucket: 'agents', ...KEYS, ...options } as S3StoreOptions)).toThrow(
      expect.objectContaining({ code: 'PITH_INVALID_OPTION' }),
    )
  })

  it('are refused without repeating what may be a secret', () => {
    const endpoint = 'https://user:hidden@objects.example.com'
    for (const options of [{ endpoint }, { accessKeyId: ['hidden'] as unknown as string }])
      expect(() => settingsOf(options)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hidden') }),
      )
  })
})
