import { spawn } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { SpillingCollector } from '../../src/engine/stream.ts'
import { aheadBy } from '../../src/node/ahead-thread.ts'
import { runCommand } from '../../src/node/run-command.ts'
import { truncateFile } from '../../src/node/truncate-file.ts'
import type { Truncation } from '../../src/truncation.ts'
import { cut, evenly, variedLog } from '../support/ahead.ts'
import { build, distFile, distUrl } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { useFolder } from '../support/large-file.ts'

const folder = useFolder()
const MIB = 1024 * 1024

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries === 20_000) throw new Error('It did not come.')
    await sleep(10)
  }
}

/** The bytes of the files in a folder, which may not be there yet. */
function bytesIn(folder: string): number {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (sizeOf(folder) === 0) return 0
  return readdirSync(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0)
}

describe.runIf(inject('backend') === 'wasm')('a judging thread', () => {
  let bytes: Uint8Array
  let path = ''
  let alone: Truncation
  beforeAll(async () => {
    build()
    bytes = variedLog(3, 7 * MIB)
    path = join(folder.path, 'log')
    writeFileSync(path, bytes)
    alone = { ...(await cut(bytes, [], { maxBytes: 4000, backend: 'js' })), backend: 'wasm' }
  }, 120_000)

  const thread = new URL(distUrl('node/judge-thread.js'))

  /** Cuts the log, and lets the event loop run, so that a thread's end is seen. */
  async function cutSlowly(file: URL): Promise<Truncation> {
    const collector = new SpillingCollector(
      { maxBytes: 4000, backend: 'wasm' },
      { aheadOf: aheadBy(2, file) },
    )
    let at = 0
    for (const end of [...evenly(bytes, 40), bytes.length]) {
      await collector.write(bytes.subarray(at, end))
      at = end
      await sleep(2)
    }
    return collector.end()
  }

  it('helps with a long stream, to the same result', async () => {
    const result = await cut(bytes, evenly(bytes, 300), { maxBytes: 4000 }, aheadBy(2, thread))
    expect(result).toEqual(alone)
    expect(await cutSlowly(thread)).toEqual(alone)
  })

  it.each([
    ['is not there', new URL(distUrl('node/nowhere.js'))],
    ['cannot be read', 'this is no code'],
    ['throws at its start', 'throw new Error("no room")'],
    ['leaves at once', 'process.exit(0)'],
    ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length))'],
    [
      'dies inside a slot',
      `import { workerData } from 'node:worker_threads'
       const words = new Int32Array(workerData.memory, 0, 26)
       Atomics.wait(words, 0, 0)
       for (let at = 2; at < 26; at += 3) if (words[at] === 1) words[at] = 2
       process.exit(1)`,
    ],
    ['does nothing', 'setInterval(() => {}, 1000)'],
  ])('that %s costs nothing but time', async (name, code) => {
    let file = code
    if (typeof file === 'string') {
      const own = join(folder.path, `${name.replaceAll(' ', '-')}.mjs`)
      writeFileSync(own, file)
      file = pathToFileURL(own)
    }
    expect(await cutSlowly(file)).toEqual(alone)
  })

  it('helps with files and commands, to the same result', async () => {
    const [two, one] = [await truncateFile(path, { threads: 2 }), await truncateFile(path, { threads: 1 })]
    expect(two).toEqual(one)
    const run = (threads: 1 | 2) => runCommand('cat', [path], { store: false, threads })
    expect((await run(2)).text).toBe((await run(1)).text)
  })

  it('is asked for by 1 or 2', async () => {
    const wrong = { code: 'PITH_INVALID_OPTION', message: 'Expected `threads` to be 1 or 2, got 3.' }
    await expect(truncateFile(path, { threads: 3 as never })).rejects.toMatchObject(wrong)
    await expect(runCommand('true', [], { threads: 3 as never })).rejects.toMatchObject(wrong)
  })
})

describe.runIf(inject('backend') === 'wasm')('the command with a judging thread', () => {
  const box = useCommand({ alone: true })
  const log = () => {
    const path = join(box.folder, 'log')
    writeFileSync(path, variedLog(5, 12 * MIB))
    return path
  }
  const withThreads = (threads: string) => ({ env: { PITH_THREADS: threads }, timeoutMs: 120_000 })

  it('prints and keeps what it prints and keeps with one', async () => {
    const path = log()
    const calls = [
      `"$NODE" "$PITH" run --quiet -- cat ${path}`,
      `cat ${path} | "$NODE" "$PITH"`,
      `cat ${path} | "$NODE" "$PITH" --no-fold --json`,
      `"$NODE" "$PITH" read ${path} --offset 150000`,
    ]
    for (const call of calls) {
      const one = await box.sh(call, withThreads('1'))
      const two = await box.sh(call, withThreads('2'))
      expect(two.stdout.toString()).toBe(one.stdout.toString())
      expect([one.status, two.status]).toEqual([0, 0])
    }
    const kept = `"$NODE" "$PITH" run --quiet -- cat ${path} | grep -o 'pith show [0-9a-f]*' | head -1 | cut -d' ' -f3`
    const { stdout } = await box.sh(kept, withThreads('2'))
    const same = `"$NODE" "$PITH" show ${stdout.toString().trim()} --all | cmp - ${path} && echo same`
    expect((await box.sh(same)).stdout.toString()).toBe('same\n')
  })

  it('ends when nobody reads its output any more', async () => {
    const path = log()
    const closed = await box.sh(`cat ${path} | "$NODE" "$PITH" | head -c 10`, withThreads('2'))
    expect(closed.stdout).toHaveLength(10)
    const full = await box.sh(`cat ${path} | "$NODE" "$PITH" > /dev/full; echo $?`, withThreads('2'))
    expect(full.stdout.toString()).not.toBe('0\n')
  })

  it.each([
    ['comes to its end', ''],
    ['exits', 'process.exit(0)'],
    ['fails', 'throw new Error("gone")'],
  ])('does not hold a process that %s in the middle of a file', async (_, then) => {
    const path = log()
    const script = `
      import { truncateFile } from ${JSON.stringify(distUrl('node/index.js'))}
      const stop = new AbortController()
      const cut = truncateFile(${JSON.stringify(path)}, { threads: 2, signal: stop.signal })
      setTimeout(() => {
        stop.abort()
        ${then}
      }, 150)
      await cut.catch((error) => console.log(error.code ?? 'cut'))
    `
    const { status, stdout } = await box.node(['--input-type=module', '-e', script], { timeoutMs: 60_000 })
    expect(status).toBe(then.startsWith('throw') ? 1 : 0)
    if (then === '') expect(stdout.toString()).toMatch(/^(PITH_ABORTED\n)?$/)
  })

  it('does not hold a process that leaves a stream without an end', async () => {
    const path = log()
    const script = `
      import { runCommand } from ${JSON.stringify(distUrl('node/index.js'))}
      void runCommand('cat', [${JSON.stringify(path)}], { store: false, threads: 2 })
      setTimeout(() => process.exit(7), 400)
    `
    const { status } = await box.node(['--input-type=module', '-e', script], { timeoutMs: 60_000 })
    expect(status).toBe(7)
  })

  it('gives the result where there is no room for the full output', async () => {
    const path = log()
    const env = { PITH_THREADS: '2', PITH_ARTIFACTS: '/dev/null/nowhere' }
    const { status, stdout } = await box.sh(`"$NODE" "$PITH" run -- cat ${path}`, { env, timeoutMs: 120_000 })
    expect(status).toBe(0)
    expect(stdout.toString()).toContain('Not kept.')
  })

  it('ends with Ctrl-C in the middle of an output that does not end', async () => {
    const path = log()
    const kept = join(box.folder, 'kept')
    const script = `while :; do cat ${path}; done`
    const child = spawn(process.execPath, [distFile('cli/main.js'), 'run', '--', 'sh', '-c', script], {
      env: { ...process.env, PITH_THREADS: '2', PITH_ARTIFACTS: kept },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    const ended = new Promise<[number | null, string | null]>((resolve) =>
      child.once('close', (code, signal) => resolve([code, signal])),
    )
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    await until(() => bytesIn(kept) > 16 * MIB)
    process.kill(-(child.pid ?? 0), 'SIGINT')
    const [code] = await ended
    expect(code).toBe(130)
    expect(text).toContain('SIGINT')
  }, 60_000)
})
