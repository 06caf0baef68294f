// What the library does on each runtime, as one JSON object on standard output. It runs in a project that has pith
// installed, and every runtime must print the same. With `later` it does what another process does with the files.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createCollector,
  createMemoryStore,
  estimateTokens,
  getBackend,
  parseNotices,
  reassembleStream,
  truncate,
  truncateStream,
  truncateToolOutput,
  verifyNotice,
} from 'pith'
import { createFileStore } from 'pith/artifacts/files'
import { allocate, createTokenBudget, modelLimits } from 'pith/budget'
import { eventOf } from 'pith/events'
import { createEventLog, errorsOf, readEvents, readFile, runCommand, search, truncateFile } from 'pith/node'
import { attractor, openclaw, pi, vtcode, zdx } from 'pith/profiles'
import { createSecretRedactor } from 'pith/redact'

const folder = process.cwd()
const numbers = (last) => Array.from({ length: last }, (_, at) => `${at + 1}\n`).join('')
const failing = `${numbers(4000)}error[E0425]: cannot find value\n${numbers(4000)}`
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

async function gathered(chunks) {
  const parts = []
  for await (const chunk of chunks) parts.push(Buffer.from(chunk))
  return Buffer.concat(parts)
}

/** What a promise or a call ends with: its value, or the code and the message of its error. */
async function outcome(act) {
  try {
    return await act()
  } catch (error) {
    return { name: error.name, code: error.code, message: error.message, cause: error.cause?.code }
  }
}

/** A result without what time and place give it. */
const settled = ({ text, details }) => ({ text, details: { ...details, durationMs: undefined } })
const sh = async (script, options) =>
  settled(await runCommand('sh', ['-c', script], { store: false, ...options }))
// Deno itself may not look there unless everything is allowed.
const open = () =>
  spawnSync('ls', [`/proc/${process.pid}/fd`], { encoding: 'utf8' }).stdout.split('\n').length
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pith-'))

const texts = {
  'truncates text': () => truncate(failing, { maxLines: 20 }),
  'truncates bytes of every kind': () =>
    truncate(
      Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919) >> (at % 13)),
      { maxBytes: 3000 },
    ),
  'truncates in chunks': () => {
    const collector = createCollector({ maxBytes: 900, keep: 'tail' })
    for (let at = 0; at < 60_000; at += 7) collector.write(Buffer.from(failing.slice(at, at + 7)))
    return collector.end()
  },
  'says which scanner runs': () => [getBackend(), truncate(failing, { backend: 'js' }).backend],
  'signs a notice and verifies it': () => {
    const { text } = truncate(failing, { maxLines: 9, notice: { key: 'secret' } })
    return [text, verifyNotice(text, 'secret'), verifyNotice(text, 'other')]
  },
  'parses notices': () => parseNotices(truncate(failing, { maxLines: 9 }).text),
  'estimates tokens': () =>
    ['', 'a b', failing, '漢字かな 👩‍👧 é', '{"a":[1,2]}'].map((text) => estimateTokens(text)),
  'cuts the output of tools': () =>
    ['read', 'bash', 'grep', 'find', 'ls', 'web'].map((tool) =>
      truncateToolOutput(tool, failing, { maxLines: 12 }),
    ),
  'refuses an option that it does not have': () => outcome(() => truncate('', { maxLine: 3 })),
  'refuses an input that is none': () => outcome(() => truncate(7)),
  'hides secrets': () =>
    createSecretRedactor()('key AKIAIOSFODNN7EXAMPLE ghp_abcdefghijklmnopqrstuvwxyz0123456789'),
  'counts a budget': () => {
    const budget = createTokenBudget({ contextTokens: 9000 })
    budget.add('system', 7000)
    budget.add('tool:bash', failing.slice(0, 3000))
    return [
      budget.usage(),
      budget.limitFor('tool:bash'),
      allocate(500, [
        { id: 'a', want: 400 },
        { id: 'b', want: 400 },
      ]),
      modelLimits('gpt-5'),
    ]
  },
  'has all profiles': () =>
    [attractor, openclaw, pi, vtcode, zdx].map((profile) => Object.keys(profile).sort()),
}

const inputs = {
  'a blob': () => new Blob([failing]),
  'a web stream': () => new Blob([failing]).stream(),
  'the body of a response': () => new Response(failing).body,
  'a stream of Node': () => Readable.from([failing.slice(0, 999), failing.slice(999)]),
  'a generator': () =>
    (async function* () {
      yield Buffer.from(failing.slice(0, 12_345))
      await sleep(1)
      yield Buffer.from(failing.slice(12_345))
    })(),
}

const streams = {
  ...Object.fromEntries(
    Object.entries(inputs).map(([name, make]) => [
      `truncates ${name} as a stream`,
      () => outcome(() => truncateStream(make(), { maxLines: 9, store: createMemoryStore() })),
    ]),
  ),
  'stops a stream that is aborted': () => {
    const controller = new AbortController()
    const endless = new ReadableStream({
      async pull(stream) {
        stream.enqueue(Buffer.from(failing))
        await sleep(1)
      },
    })
    setTimeout(() => controller.abort(), 30)
    return outcome(() => truncateStream(endless, { signal: controller.signal }))
  },
  'gives the input back from a result': async () => {
    const store = createMemoryStore()
    const result = await truncateStream(new Blob([failing]), { maxLines: 9, store })
    const read = (startByte, endByte) => gathered(store.read(result.artifact, { startByte, endByte }))
    return (await gathered(reassembleStream(result, read))).toString() === failing
  },
}

const files = {
  'reads pages of a file': async () => {
    writeFileSync('numbers', numbers(200_000))
    const pages = [{ offset: 5, limit: 3 }, { offset: 150_000, limit: 3 }, { offset: 300_000 }]
    return Promise.all(pages.map((page) => outcome(() => readFile('numbers', page))))
  },
  'tells what is no file': async () => {
    mkdirSync('folder')
    return Promise.all(['none', 'folder', 'a\0b'].map((path) => outcome(() => readFile(path))))
  },
  'truncates a file': () => truncateFile('numbers', { maxLines: 8 }),
  'keeps artifacts as files, byte for byte': async () => {
    const store = createFileStore({ directory: join(folder, 'store'), keepFreeBytes: 0 })
    const bytes = Uint8Array.from({ length: 7_000_000 }, (_, at) => (at * 7919) >> (at % 13))
    const writer = await store.open({ tool: 'bash', label: 'make' })
    for (let at = 0; at < bytes.length; at += 100_000) await writer.write(bytes.subarray(at, at + 100_000))
    const end = await writer.close()
    const { id } = end.ref
    const whole = sha256(await gathered(store.read(id, { startByte: 0, endByte: bytes.length })))
    const part = sha256(await gathered(store.read(id, { startByte: 4_000_001, endByte: 4_100_007 })))
    const lines = sha256(await gathered(store.lines(id, { firstLine: 20_000, lastLine: 20_040 })))
    const { createdAt: _, ...stat } = await store.stat(id)
    return {
      end,
      same: whole === sha256(bytes),
      part,
      lines,
      stat,
      unknown: await outcome(() => store.stat('0'.repeat(16))),
    }
  },
  'writes many artifacts at once': async () => {
    const store = createFileStore({ directory: join(folder, 'store'), keepFreeBytes: 0 })
    const ends = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        truncateStream(new Blob([numbers(20_000 + (n % 6))]), { maxLines: 5, store }),
      ),
    )
    const kept = (await store.list()).map(({ id, bytes, lines }) => ({ id, bytes, lines }))
    return [ends.map(({ text }) => text), kept.sort((a, b) => a.id.localeCompare(b.id))]
  },
  'searches an artifact': async () => {
    const store = createFileStore({ directory: join(folder, 'store'), keepFreeBytes: 0 })
    const { artifact } = await truncateStream(new Blob([failing]), { maxLines: 5, store })
    const found = []
    for await (const line of search(store, artifact, '^39.9$', { before: 1 })) found.push(line)
    for await (const line of errorsOf(store, artifact)) found.push(line)
    return found
  },
  'records calls and reads them back': async () => {
    const directory = join(folder, 'events')
    const log = createEventLog({ directory, run: 'smoke' })
    const result = truncate(failing, { maxLines: 9 })
    for (let n = 0; n < 3; n++) log.record(eventOf({ tool: 'bash', status: 'ok', durationMs: n }, result))
    log.close()
    const events = []
    for await (const { tool, status, durationMs, run } of readEvents({ directory })) {
      events.push({ tool, status, durationMs, run })
    }
    return events
  },
}

/** What another process does with the files that the first one left. */
const later = {
  'finds the artifacts of another process': async () => {
    const found = await createFileStore({ directory: join(folder, 'store') }).list()
    return found.map(({ createdAt: _, ...stat }) => stat).sort((a, b) => a.id.localeCompare(b.id))
  },
  'removes what is over a limit, and what is named': async () => {
    const options = { directory: join(folder, 'store'), keepFreeBytes: 0 }
    const { removed, abandoned, bytes, finished } = await createFileStore({ ...options, ttlMs: 1 }).gc({
      dryRun: true,
    })
    const small = createFileStore({ ...options, maxTotalBytes: 1_000_000 })
    const collected = await small.gc()
    const left = await small.list()
    await small.delete(left[0].id)
    return {
      due: [removed.map(({ id, reason }) => `${id} ${reason}`).sort(), abandoned, bytes, finished],
      collected: [collected.removed.map(({ id, reason }) => `${id} ${reason}`).sort(), collected.finished],
      left: [left.length, (await small.list()).length],
    }
  },
}

const commands = {
  'shows both streams in the order they were written': () =>
    sh('for i in 1 2 3 4 5; do echo out$i; echo err$i >&2; done'),
  'shows streams apart': () =>
    sh('echo out; echo err >&2; echo end > /dev/stderr; exit 2', { separate: true }),
  'gives a command its input': () => sh('wc -c', { input: 'x'.repeat(3_000_000) }),
  'gives a command bytes as its input': () => sh('cksum', { input: new Uint8Array(3_000_000).fill(200) }),
  'is not stopped by a command that reads no input': () => sh('exit 4', { input: 'x'.repeat(3_000_000) }),
  'gives a command its folder and environment': () =>
    sh('basename "$PWD"; echo "$GIVEN"', {
      cwd: join(folder, 'folder'),
      env: { PATH: process.env.PATH, GIVEN: 'yes' },
    }),
  'gives no input when none is given': () => sh('cat; echo end'),
  'takes 50 MB in turn': async () => {
    const hash = createHash('sha256')
    let bytes = 0
    let pending = 0
    let overlaps = 0
    const onOutput = async (chunk) => {
      overlaps += pending++
      if (bytes % 11 === 0) await sleep(1)
      hash.update(chunk)
      bytes += chunk.length
      pending--
    }
    const { text, details } = await sh('seq 6500000; seq 500000 >&2', { onOutput, maxLines: 5 })
    return { text, details, bytes, overlaps, sha256: hash.digest('hex') }
  },
  'tells of signals': () =>
    Promise.all(['TERM', 'KILL', 'SEGV', 'INT'].map((name) => sh(`kill -${name} $$`))),
  'tells why a command does not start': async () => {
    writeFileSync('plain', 'echo no')
    writeFileSync('script', '#!/no/such/interpreter\n', { mode: 0o755 })
    const tries = [
      ['no-such-command', []],
      ['./no', []],
      ['./plain', []],
      [folder, []],
      ['./script', []],
      ['true', [], { cwd: join(folder, 'none') }],
      ['true', ['x'.repeat(5_000_000)]],
      ['', []],
      ['true', ['a\0b']],
    ]
    const ends = []
    for (const [file, words, options] of tries) {
      ends.push(await outcome(() => runCommand(file, words, { store: false, ...options })))
    }
    return JSON.parse(JSON.stringify(ends).replaceAll(folder, 'FOLDER'))
  },
  'ends a command at its time-out, and what it started': () =>
    sh('sleep 60 & sleep 60', { timeoutSeconds: 0.4 }),
  'ends a command that ignores SIGTERM': () =>
    sh('trap "" TERM; while :; do sleep 1; done', { timeoutSeconds: 0.4, killGraceMs: 100 }),
  'hears the last words of a command that it ends': () => {
    const controller = new AbortController()
    const onOutput = () => controller.abort('SIGTERM')
    const script = 'trap "echo bye; exit" TERM; echo begun; while :; do :; done'
    return sh(script, { signal: controller.signal, onOutput, killGraceMs: 20_000 })
  },
  'ends a command when it is aborted': () => {
    const controller = new AbortController()
    const onOutput = () => controller.abort('SIGINT')
    return sh('echo begun; exec sleep 60', { signal: controller.signal, onOutput, killGraceMs: 20_000 })
  },
  'ends a command when its consumer fails': () =>
    outcome(() =>
      sh('echo begun; exec sleep 60', {
        onOutput: () => {
          throw new Error('no more')
        },
      }),
    ),
  'does not wait for a process that holds the output open': () => sh('sleep 20 & echo done'),
  'runs many commands at once': () =>
    Promise.all(Array.from({ length: 12 }, (_, n) => sh(`seq ${n} 2000; exit ${n}`))),
  'leaves nothing behind': async () => {
    await sh('echo')
    const before = { open: open(), temporary: temporary() }
    for (let n = 0; n < 30; n++) {
      await sh('echo; echo err >&2', { separate: n % 2 === 0, input: n % 3 ? '' : 'text' })
    }
    // A runtime opens some files for itself.
    const leaks = open() - before.open >= 20
    return { leaks, temporary: temporary().filter((name) => !before.temporary.includes(name)) }
  },
}

const checks = process.argv[2] === 'later' ? later : { ...texts, ...streams, ...files, ...commands }
const results = {}
for (const [name, check] of Object.entries(checks)) {
  // JSON has no `undefined`, and a text of many pages is held against the others by its digest.
  const printed = JSON.stringify((await outcome(check)) ?? null)
  results[name] = printed.length < 20_000 ? JSON.parse(printed) : { sha256: sha256(printed) }
}
process.stdout.write(JSON.stringify(results))
