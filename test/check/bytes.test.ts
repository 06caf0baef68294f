import { describe, expect, inject, it } from 'vitest'
import { isDetached, unshared } from '../../src/check/bytes.ts'
import { createCollector } from '../../src/core/collector.ts'
import { truncateStream } from '../../src/core/stream.ts'
import { estimateTokens } from '../../src/core/tokens/estimate.ts'
import { truncate } from '../../src/core/truncate.ts'
import { attractor, pi, zdx } from '../../src/extra/profiles/index.ts'
import type { Input } from '../../src/options.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import { BashStream } from '../../src/tools/bash-stream.ts'
import { readStream } from '../../src/tools/read.ts'
import { truncateToolOutput } from '../../src/tools/tool-output.ts'
import { truncateToolOutputAsync } from '../../src/tools/tool-output-async.ts'
import { toolNames } from '../../src/tools/tools.ts'
import { lyingStores, storeOf } from '../support/hostile-stores.ts'

const backend = inject('backend')

/** Takes the memory of bytes away, as `postMessage` does. */
const transfer = ({ buffer }: Uint8Array): void => {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] })
}

function gone(): Uint8Array {
  const bytes = new Uint8Array(9).fill(0x41)
  transfer(bytes)
  return bytes
}

async function* once<T>(chunk: T): AsyncIterable<T> {
  yield chunk
}

const doors: Record<string, (bytes: Uint8Array) => unknown> = {
  truncate: (bytes) => truncate(bytes, { backend }),
  createCollector: (bytes) => createCollector({ backend }).write(bytes),
  truncateStream: (bytes) => truncateStream(once(bytes)),
  'truncateStream with redact': (bytes) => truncateStream(once(bytes), { redact: (line) => line }),
  readStream: (bytes) => readStream(once(bytes)),
  estimateTokens: (bytes) => estimateTokens(bytes),
  'bash, streams apart': (bytes) => truncateToolOutput('bash', { stdout: 'a', stderr: bytes }),
  'bash in chunks': (bytes) => truncateToolOutput('bash', [{ stream: 'stderr', chunk: bytes }]),
  'streams together': (chunk) => new BashStream({}).write({ stream: 'stderr', chunk }),
  'streams apart': (chunk) => new BashStream({ separate: true }).write({ stream: 'stderr', chunk }),
  'pi.truncateHead': (bytes) => pi.truncateHead(bytes),
  'pi.truncateTail': (bytes) => pi.truncateTail(bytes),
  'zdx.bash': (bytes) => zdx.bash(bytes, {}),
  'attractor.truncateTool': (bytes) => attractor.truncateTool('run_command', bytes),
  session: (bytes) => attractor.createSession({ store: false }).record('run_command', bytes),
}

const tools = Object.fromEntries(
  toolNames().map((tool) => [tool, (bytes: Uint8Array) => truncateToolOutput(tool, bytes)]),
)

describe('bytes whose memory was transferred', () => {
  it.each(Object.entries({ ...doors, ...tools }))('are refused by %s', async (_, door) => {
    const given = new Promise((resolve) => resolve(door(gone())))
    await expect(given).rejects.toMatchObject({
      name: 'PithError',
      code: 'PITH_INVALID_INPUT',
      message: expect.stringContaining('whose buffer was transferred'),
    })
  })

  it('are not the same as no bytes', () => {
    expect([gone(), new Uint8Array(), new Uint8Array(new ArrayBuffer(4), 4)].map(isDetached)).toEqual([
      true,
      false,
      false,
    ])
    expect(truncate(new Uint8Array(), { backend }).text).toBe('')
  })

  it('are not stored as a complete output', async () => {
    const store = createMemoryStore()
    const writer = await store.open({})
    await writer.write(new Uint8Array(9).fill(0x41))
    await writer.write(gone())
    expect(await writer.close()).toMatchObject({ complete: false, code: 'EFAULT' })
    expect(await store.list()).toEqual([])
  })
})

describe('bytes whose memory is transferred during a wait', () => {
  const large = () => new Uint8Array(3_000_000).fill(0x61)

  it('of the store end the call', async () => {
    const chunks = [large(), large(), large()]
    const store = storeOf({ write: async () => chunks.map(transfer) })
    const given = truncateStream(
      (async function* () {
        yield* chunks
      })(),
      { store },
    )
    await expect(given).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })

  it('of their receiver end the call', async () => {
    const stream = new BashStream({ onOutput: transfer })
    const written = stream.write({ stream: 'stdout', chunk: large() })
    await expect(written).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })

  it.each([
    ['UTF-8', 1],
    ['UTF-16', 2],
  ])('of a tool end the call: %s', async (_, step) => {
    const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i % step === 0 ? 0x61 : 0))
    const given = truncateToolOutputAsync('bash', bytes)
    transfer(bytes)
    await expect(given).rejects.toMatchObject({ code: 'PITH_INVALID_INPUT' })
  })

  it('of the session are those that it was given', async () => {
    const output = new Uint8Array(60_000).fill(0x61)
    const { open, ...store } = createMemoryStore()
    const session = attractor.createSession({
      store: {
        ...store,
        open: (meta) => {
          transfer(output)
          return open(meta)
        },
      },
    })
    const { sequence } = await session.record('run_command', output)
    expect((await session.output(sequence)).length).toBe(60_000)
  })

  it('matter no more once their store has failed', async () => {
    const { text } = await truncateStream(once(new Uint8Array(9).fill(0x61)), {
      store: lyingStores['write detaches the bytes'](),
    })
    expect(text).toBe('aaaaaaaaa')
  })
})

describe.runIf(typeof SharedArrayBuffer === 'function')('bytes that another thread can change', () => {
  const log = 'error: a line of the log\n'.repeat(5000)
  const shared = (text: string): Uint8Array => {
    const bytes = new TextEncoder().encode(text)
    const memory = new Uint8Array(new SharedArrayBuffer(bytes.length))
    memory.set(bytes)
    return memory
  }
  const cut = { maxLines: 20, backend }

  const functions: Record<string, (input: Input) => unknown> = {
    truncate: (input) => truncate(input, cut),
    truncateStream: (input) => truncateStream(once(input), cut),
    'truncateStream with redact': (input) =>
      truncateStream(once(input), { ...cut, redact: (line) => `${line}.` }),
    readStream: (input) => readStream(once(input), cut),
    estimateTokens: (input) => estimateTokens(input),
    createCollector(input) {
      const collector = createCollector(cut)
      collector.write(input)
      return collector.end()
    },
  }
  const cutters = Object.fromEntries(
    toolNames().map((tool) => [tool, (input: Input) => truncateToolOutput(tool, input, cut)]),
  )

  it.each(Object.entries({ ...functions, ...cutters }))('are read as their copy by %s', async (_, read) => {
    for (const text of [log, 'error: short\n']) expect(await read(shared(text))).toEqual(await read(text))
  })

  it('are copied, and no others', () => {
    const own = new Uint8Array(3)
    expect(unshared(own)).toBe(own)
    expect(unshared(shared('a')).buffer).toBeInstanceOf(ArrayBuffer)
  })
})
