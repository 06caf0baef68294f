import { describe, expect, it } from 'vitest'
import { counterFromFiles } from '../../src/core/tokens/hugging-face.ts'
import * as node from '../../src/host/index.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { createOpfsStore } from '../../src/store/backends/opfs.ts'
import { createS3Store } from '../../src/store/backends/s3.ts'

/** A misspelt option for a function that takes the right one. */
const wrong = <Options>(options: object): Options => options as Options
const bucket = { bucket: 'agents', accessKeyId: 'a', secretAccessKey: 'b' }
const id = '3f9a1c2b40de7781'

const cases: readonly (readonly [name: string, call: () => unknown, wrong: string, right: string])[] = [
  ['readFile', () => node.readFile('a', wrong({ total: false })), 'total', 'totals'],
  ['truncateFile', () => node.truncateFile('a', wrong({ event: {} })), 'event', 'events'],
  [
    'runCommand',
    () => node.runCommand('true', [], wrong({ timeoutSecond: 1 })),
    'timeoutSecond',
    'timeoutSeconds',
  ],
  ['search', () => node.search(createMemoryStore(), id, 'a', wrong({ befor: 1 })), 'befor', 'before'],
  ['errorsOf', () => node.errorsOf(createMemoryStore(), id, wrong({ aftr: 1 })), 'aftr', 'after'],
  ['createEventLog', () => node.createEventLog(wrong({ maxFile: 1 })), 'maxFile', 'maxFiles'],
  ['readEvents', () => node.readEvents(wrong({ tol: 'a' })), 'tol', 'tool'],
  ['createZdxSpill', () => node.createZdxSpill(wrong({ onerror: () => {} })), 'onerror', 'onError'],
  ['createFileStore', () => createFileStore(wrong({ ttl: 1 })), 'ttl', 'ttlMs'],
  ['gc', () => createFileStore({ directory: '/nowhere' }).gc(wrong({ dryrun: true })), 'dryrun', 'dryRun'],
  ['createOpfsStore', () => createOpfsStore(wrong({ directry: 'a' })), 'directry', 'directory'],
  ['createS3Store', () => createS3Store(wrong({ ...bucket, endpont: 'a' })), 'endpont', 'endpoint'],
  ['gc of a bucket', () => createS3Store(bucket).gc(wrong({ grace: 1 })), 'grace', 'graceMs'],
  ['setExpiry', () => createS3Store(bucket).setExpiry(wrong({ day: 1 })), 'day', 'days'],
  [
    'counterFromFiles',
    () => counterFromFiles(wrong({ tokeniser: {} })),
    'files.tokeniser',
    'files.tokenizer',
  ],
]

describe('an unknown option', () => {
  it.each(cases)('of %s is refused with the nearest name', async (_, call, given, right) => {
    const refused = await Promise.resolve()
      .then(call)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'PITH_INVALID_OPTION',
      message: `Unknown option \`${given}\`. Did you mean \`${right}\`?`,
    })
  })

  it('of runCommand may not be a source', async () => {
    await expect(node.runCommand('true', [], wrong({ source: { path: 'a' } }))).rejects.toThrow(
      'Unknown option `source`.',
    )
  })
})
