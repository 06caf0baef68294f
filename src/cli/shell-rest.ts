import { readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { PipeReader } from '../node/pipe-reader.ts'
import type { StreamName } from '../tools/streams.ts'
import { declaredBytes } from './declare.ts'
import { warn, writeOwn } from './output.ts'
import { ShellOutput, type Shown } from './shell-output.ts'

/** Exit status: all is shown, but a background job still has the output open. */
const STILL_OPEN = 3
/** What is added to it for each stream of which a reader of the shell still waits for bytes. */
const AWAITED = { stdout: 1, stderr: 2 } as const
/** Exit status: nothing that is held was read. */
const NOT_OPENED = 1
/** The shell's pipe with the bytes that the agent has seen, and that with its events. */
const SEEN = 7
const EVENTS = 0
const POLL_MS = 10
const READ_BYTES = 64 * 1024
/** A pipe holds no more when the command ends. What comes later is of background jobs. */
const MOST_LEFT_BYTES = 1024 * 1024
/** The first bytes of a command that still runs are shown after this time. */
const LIVE_MS = 1000
/** How many of them. */
const FIRST_LIVE_BYTES = 1024
/** How long a reader of the shell may take to report what it has read. */
const AWAITED_MS = 400

/** The files that src/shell/pith.sh opens for this process. */
const files = {
  stdout: { live: 3, held: 5 },
  stderr: { live: 4, held: 6 },
} as const

/** What the shell has read and shown of an output when it turned out not to fit. */
interface State {
  front: number
  /** The most bytes that may be shown while the command runs. */
  liveBytes: number
  seenBytes: number
  /** What is held of the streams, in order. */
  held: { stream: StreamName; bytes: number }[]
  /** Streams of which a reader of the shell still waits for bytes. */
  awaited: Set<StreamName>
  open: Set<StreamName>
  /** Undefined while the command runs. */
  exitCode: number | undefined
  /** Where other calls of pith inside the command say how much they have printed. */
  declaredPath: string
  line: string
}

const nameOf = (number: string): StreamName => (number === '1' ? 'stdout' : 'stderr')

function stateOf(words: readonly string[]): State {
  const [front, live, seen, order, awaits1, awaits2, closed1, closed2, ended, declaredPath, line] = words
  const held = order
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [stream, bytes] = part.split(':')
      return { stream: nameOf(stream), bytes: Number(bytes) }
    })
  const named = (one: boolean, two: boolean): Set<StreamName> =>
    new Set([...(one ? (['stdout'] as const) : []), ...(two ? (['stderr'] as const) : [])])
  return {
    front: Number(front),
    liveBytes: Number(live),
    seenBytes: Number(seen),
    held,
    awaited: named(awaits1 !== '', awaits2 !== ''),
    open: named(closed1 === '', closed2 === ''),
    exitCode: ended === '' ? undefined : Number(ended),
    declaredPath,
    line,
  }
}

/** `pith --shell-rest`: shows what remains of an output that does not fit. Called by the shell only. */
export async function shellRest(words: readonly string[]): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const state = stateOf(words)
  const seen = readHeld(SEEN, state.seenBytes)
  const liveBytes = Math.min(FIRST_LIVE_BYTES, state.liveBytes)
  const output = await ShellOutput.open(seen, liveBytes, state.line).catch((error: Error) =>
    warn(error.message),
  )
  // With a wrong setting, the shell shows all of the output.
  if (!output) return NOT_OPENED
  const held = state.held.map(({ stream, bytes }) => ({ stream, bytes: readHeld(files[stream].held, bytes) }))
  readHeld(SEEN, `\nheld ${state.front}\n`.length)
  for (const { stream, bytes } of held) await output.write(stream, bytes)
  const streams = new OpenStreams(state, output)
  const { exitCode, isOpen } = await streams.end()
  await show(await output.end(exitCode, declaredBytes(state.declaredPath)))
  return isOpen ? [...state.awaited].reduce((status, stream) => status + AWAITED[stream], STILL_OPEN) : 0
}

/** Writes to the agent's streams. If one takes nothing, for example on a full disk, the command goes on all the same. */
async function show(parts: readonly Shown[]): Promise<void> {
  for (const { stream, bytes } of parts) {
    if (stream === 'stderr')
      await new Promise<void>((resolve) => process.stderr.write(bytes, () => resolve()))
    else await writeOwn(bytes).catch((error: Error) => warn(error.message))
  }
}

/** Reads bytes that are known to be in a pipe. */
function readHeld(fd: number, count: number): Uint8Array {
  const bytes = Buffer.alloc(count)
  for (let at = 0; at < count; ) at += readSync(fd, bytes, at, count - at, null)
  return bytes
}

/** What is still to come of the command's output, and the events of the shell. */
class OpenStreams {
  readonly #state: State
  readonly #output: ShellOutput
  readonly #readers = new Map<StreamName, PipeReader>()
  #written = Promise.resolve()
  #arrivals = 0
  #exitCode: number | undefined
  #line = ''

  constructor(state: State, output: ShellOutput) {
    this.#state = state
    this.#output = output
    this.#exitCode = state.exitCode
    for (const stream of state.open) if (!state.awaited.has(stream)) this.#read(stream)
  }

  /** Waits for the end of the command and of its output, but not for background jobs that hold it open. */
  async end(): Promise<{ exitCode: number | undefined; isOpen: boolean }> {
    const events = new PipeReader({ readFd: EVENTS }, (bytes) =>
      this.#take(Buffer.from(bytes).toString('latin1')),
    )
    const liveAt = performance.now() + LIVE_MS
    let isLive = false
    while (!(this.#isClosed && this.#hasEnded)) {
      if (!isLive && performance.now() > liveAt) {
        isLive = true
        this.#written = this.#written.then(() => this.#showFirst())
      }
      const before = this.#arrivals
      await sleep(this.#state.awaited.size > 0 && this.#hasEnded ? AWAITED_MS : POLL_MS)
      if (!this.#hasEnded || (this.#state.awaited.size > 0 && this.#arrivals !== before)) continue
      for (const [stream, { done }] of this.#readers) if (!done) await this.#empty(stream)
      break
    }
    const isOpen = !this.#isClosed
    await Promise.all([events, ...this.#readers.values()].map((reader) => reader.destroy()))
    await this.#written
    return { exitCode: this.#exitCode, isOpen }
  }

  get #isClosed(): boolean {
    const { open, awaited } = this.#state
    return awaited.size === 0 && [...open].every((stream) => this.#readers.get(stream)?.done === true)
  }

  /** True also when the shell was killed, so that nobody tells how the command ended. */
  get #hasEnded(): boolean {
    return this.#exitCode !== undefined || !isAlive(this.#state.front)
  }

  #read(stream: StreamName): void {
    const { live } = files[stream]
    this.#readers.set(stream, new PipeReader({ readFd: live }, (bytes) => this.#write(stream, bytes)))
  }

  /** Takes what is in a pipe when the command has ended. The pipe does not block once a socket reads it. */
  async #empty(stream: StreamName): Promise<void> {
    const bytes = Buffer.alloc(READ_BYTES)
    for (let taken = 0; taken < MOST_LEFT_BYTES; ) {
      const count = readAtOnce(files[stream].live, bytes)
      if (count === 0) return
      taken += count
      await this.#write(stream, bytes.subarray(0, count))
    }
  }

  /** Shows the first bytes, so that a prompt and a server's address are seen. */
  async #showFirst(): Promise<void> {
    await show(await this.#output.showFirst())
  }

  /** One write at a time, because the order of both streams is that of their arrival. */
  #write(stream: StreamName, bytes: Uint8Array): Promise<void> {
    this.#arrivals++
    this.#written = this.#written.then(() => this.#output.write(stream, bytes))
    return this.#written
  }

  #take(text: string): void {
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) {
      const [kind, count] = line.split(' ')
      if (kind === 'exit') this.#exitCode = Number(count)
      if (kind === '1' || kind === '2') this.#takeAwaited(nameOf(kind), Number(count))
    }
  }

  /** A reader of the shell has moved its last bytes to the held ones. From now on the stream is read here. */
  #takeAwaited(stream: StreamName, count: number): void {
    if (!this.#state.awaited.delete(stream)) return
    if (count > 0) void this.#write(stream, readHeld(files[stream].held, count))
    if (count > 0) this.#read(stream)
    else this.#state.open.delete(stream)
  }
}

/** Reads what is in a pipe now. 0 if it is empty, or at its end. */
function readAtOnce(fd: number, bytes: Uint8Array): number {
  try {
    return readSync(fd, bytes, 0, bytes.length, null)
  } catch {
    return 0
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
