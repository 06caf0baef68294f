import { existsSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PipeReader } from '../../host/pipe-reader.ts'
import type { StreamName } from '../../tools/streams.ts'
import { reportWarnings, warn } from '../print/output.ts'
import { visibleInLine } from '../print/visible.ts'
import { declaredBytes } from './declare.ts'
import { errorPlace } from './error-place.ts'
import { openOutput } from './open-output.ts'
import type { ShellOutput } from './output.ts'
import { ShellStream } from './stream.ts'
import type { StreamPart } from './whole.ts'

/** Exit status: the text is shown, but a background job still has the output open. */
const STILL_OPEN = 3
/** Exit status: the shell must show the output itself. */
const FAILED = 1
/** The files that src/shell/pith.sh opens for this process. */
const CONTROL = 0
const ACTIVE = 3
const OTHER = 4
const EVENTS = 8
const AGENT_ERRORS = 9
const POLL_MS = 10
/** How often a hint is looked for. */
const HINT_MS = 250
/** Background jobs may go on to print. Where nothing marks the end of the command, its output has come after this time. */
const IDLE_MS = 500
const LONGEST_WAIT_MS = 4 * IDLE_MS
/** Where something marks it, the mark comes. It is waited for so many times longer, because the machine may be busy. */
const MARKED_PATIENCE = 20
const BEAT_MS = 1000
/** Longer than any call of a store may take. */
const LONGEST_STEP_MS = 90_000

/** What the shell has read and shown of an output when it turned out not to fit. */
interface State {
  /** The path of the shell's pipes, to which a letter is added. */
  base: string
  /** Where other calls of pith inside the command say how much they have printed. */
  declaredPath: string
  /** The text behind which the output is of background jobs. */
  mark: string
  active: StreamName
  hasOther: boolean
  /** True if the agent reads a file, which also gets what background jobs print. */
  follows: boolean
  seenBytes: number
  /** The most bytes that may be shown while the command runs. */
  liveBytes: number
  /** True if somebody reads the output while the command runs. */
  isWatched: boolean
  /** A folder that is there as soon as somebody does. Empty if nobody can tell. */
  hint: string
  /** The milliseconds after which a command is long, so that its first lines are shown. */
  patienceMs: number
  /** What is held of the streams, in order. */
  held: { stream: StreamName; bytes: number }[]
  /** True if the line asks for all of its output. */
  isWhole: boolean
  line: string
}

const nameOf = (number: string): StreamName => (number === '1' ? 'stdout' : 'stderr')

function stateOf(words: readonly string[]): State {
  const [
    base,
    declaredPath,
    mark,
    active,
    other,
    follows,
    seen,
    live,
    patience,
    watched,
    hint,
    head,
    order,
    whole,
    line,
  ] = words
  const held = order
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [stream, bytes] = part.split(':')
      return { stream: nameOf(stream), bytes: Number(bytes) }
    })
  return {
    base,
    declaredPath,
    mark,
    active: nameOf(active),
    hasOther: other === '',
    follows: follows !== '',
    seenBytes: Number(seen),
    // The shell shows them, from what it has of the beginning.
    liveBytes: Math.min(Number(live), Number(head)),
    patienceMs: 1000 * Number(patience),
    isWatched: watched !== '',
    hint,
    held,
    isWhole: whole !== '',
    line,
  }
}

const tell = (event: string): void => void writeSync(EVENTS, `${event}\n`)

/**
 * `pith --shell-rest`: makes the text for an output that does not fit. Called by the shell only. The shell has a copy of
 * the output and prints the text, so this process may fail at any time.
 */
export async function shellRest(words: readonly string[]): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  // Standard error gets what the runtime says when it dies. It is not for the agent.
  reportWarnings((sentence) => {
    try {
      writeSync(AGENT_ERRORS, `pith: ${visibleInLine(sentence)}\n`)
    } catch {
      // Nobody can read the warning.
    }
  })
  try {
    return await new Rest(stateOf(words)).show()
  } catch (error) {
    warn(`${error instanceof Error ? error.message : String(error)}${errorPlace(error)}`)
    // What is still open must not hold this process, because the command waits for it.
    process.exit(FAILED)
  }
}

class Rest {
  readonly #state: State
  #written = Promise.resolve()
  #lastStepAt = performance.now()
  #arrivals = 0
  #pending = 0
  #failure: { error: unknown } | undefined
  #exitCode: number | undefined
  #hasEnded = false
  #isMarked = false
  #shown: ((bytes: number) => void) | undefined
  #line = ''

  constructor(state: State) {
    this.#state = state
  }

  async show(): Promise<number> {
    setInterval(() => this.#beat(), BEAT_MS).unref()
    tell('beat')
    const state = this.#state
    const control = new PipeReader({ readFd: CONTROL }, (bytes) =>
      this.#take(Buffer.from(bytes).toString('latin1')),
    )
    // The shell was killed, so that nobody tells how the command ended.
    void control.closed.then(() => {
      this.#hasEnded = true
      this.#shown?.(0)
    })
    const active = new ShellStream(ACTIVE, state.mark)
    const seen = active.take(state.seenBytes)
    const { liveBytes, line, isWhole, isWatched, hint } = state
    const watched = isWatched ? 'now' : hint === '' ? 'never' : 'perhaps'
    const output = await openOutput({ seen, liveBytes, line, isWhole, watched })
    for (const { stream, bytes } of state.held) await output.write(stream, active.take(bytes))
    const write = (stream: StreamName) => (bytes: Uint8Array) => this.#write(output, stream, bytes)
    const onFailure = (error: unknown) => this.#fail(error)
    active.read(write(state.active), onFailure)
    const streams = [active]
    if (state.hasOther) {
      const other = new ShellStream(OTHER, state.mark)
      other.read(write(state.active === 'stdout' ? 'stderr' : 'stdout'), onFailure)
      streams.push(other)
    }
    await this.#end(streams, output)
    await Promise.all(streams.map((stream) => stream.stop()))
    await this.#written
    const parts = await output.end(this.#exitCode, declaredBytes(state.declaredPath))
    const after = state.follows ? streams.map(({ after }) => after) : []
    const names = [state.active, state.active === 'stdout' ? 'stderr' : 'stdout'] as const
    const bytes = await this.#print([
      ...parts,
      ...after.map((rest, at) => ({ stream: names[at], bytes: rest })),
    ])
    output.written(bytes)
    await control.destroy()
    return streams.every(({ isEnded }) => isEnded) ? 0 : STILL_OPEN
  }

  /** Waits for the end of the command and of its output, but not for background jobs that hold it open. */
  async #end(streams: readonly ShellStream[], output: ShellOutput): Promise<void> {
    const liveAt = performance.now() + this.#state.patienceMs
    const { hint } = this.#state
    let { isWatched } = this.#state
    let hintAt = performance.now()
    let isLive = false
    let idle = 0
    let waited = 0
    while (!this.#hasEnded || !streams.every(({ isDone }) => isDone)) {
      if (!isLive && performance.now() > liveAt) {
        isLive = true
        this.#written = this.#written.then(async () => {
          const bytes = await output.showFirst()
          if (bytes > 0) tell(`first ${bytes}`)
        })
        this.#written.catch((error: unknown) => this.#fail(error))
      }
      if (!isWatched && hint !== '' && performance.now() > hintAt) {
        hintAt += HINT_MS
        isWatched = existsSync(hint)
        if (isWatched) this.#written = this.#written.then(() => output.watch())
      }
      if (isWatched) await this.#showNews(output)
      const before = this.#arrivals
      await sleep(POLL_MS)
      if (this.#failure) throw this.#failure.error
      idle = this.#hasEnded && this.#arrivals === before ? idle + POLL_MS : 0
      if (this.#hasEnded && this.#pending === 0) waited += POLL_MS
      const patience = this.#isMarked ? MARKED_PATIENCE : 1
      if (idle >= IDLE_MS * patience || waited >= LONGEST_WAIT_MS * patience) return
    }
  }

  async #showNews(output: ShellOutput): Promise<void> {
    const news = this.#written.then(() => output.news(performance.now()))
    this.#written = news.then(() => {})
    this.#written.catch((error: unknown) => this.#fail(error))
    const bytes = await news
    if (bytes.length > 0) await this.#print([{ stream: 'stdout', bytes }], 'news')
  }

  /** One write at a time, because the order of both streams is that of their arrival. */
  #write(output: ShellOutput, stream: StreamName, bytes: Uint8Array): Promise<void> {
    this.#arrivals++
    this.#pending++
    this.#written = this.#written
      .then(() => output.write(stream, bytes))
      .then(() => {
        this.#pending--
        this.#lastStepAt = performance.now()
      })
    this.#written.catch((error: unknown) => this.#fail(error))
    return this.#written
  }

  /** What the command prints must not wait for this process any longer. */
  #fail(error: unknown): void {
    this.#failure ??= { error }
  }

  /** The shell ends a process that gives no sign of life. One step may not take for ever either. */
  #beat(): void {
    if (!this.#hasEnded && this.#pending === 0) this.#lastStepAt = performance.now()
    if (performance.now() - this.#lastStepAt < LONGEST_STEP_MS) tell('beat')
  }

  /** Gives the text to the shell, and waits until it is shown. Settles with the number of bytes of the text that were. */
  #print(parts: readonly StreamPart[], event: 'text' | 'news' = 'text'): Promise<number> {
    const of = (name: StreamName) =>
      Buffer.concat(parts.flatMap(({ stream, bytes }) => (stream === name ? [bytes] : [])))
    const path = writeText(this.#state.base, of('stdout'), of('stderr'))
    const shown = new Promise<number>((resolve) => {
      this.#shown = resolve
    })
    tell(`${event} ${path}`)
    return shown
  }

  #take(text: string): void {
    const lines = (this.#line + text).split('\n')
    this.#line = lines.pop() ?? ''
    for (const line of lines) {
      const [kind, count, more] = line.split(' ')
      if (kind === 'shown') this.#shown?.((Number(count) || 0) + (Number(more) || 0))
      if (kind === 'marked') this.#isMarked = true
      if (kind !== 'exit') continue
      this.#exitCode = Number(count)
      this.#hasEnded = true
      this.#lastStepAt = performance.now()
    }
  }
}

/** Writes the text into files that only the user can read, where there is room for it. */
function writeText(base: string, out: Uint8Array, errors: Uint8Array): string {
  const folders = [base, join(tmpdir(), basename(base)), join('/dev/shm', basename(base))]
  for (const [at, path] of folders.entries()) {
    try {
      writeFileSync(`${path}.r`, out, { flag: 'wx', mode: 0o600 })
      if (errors.length > 0) writeFileSync(`${path}.x`, errors, { flag: 'wx', mode: 0o600 })
      return path
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code !== 'EEXIST')
        for (const file of [`${path}.r`, `${path}.x`]) rmSync(file, { force: true })
      if (at === folders.length - 1) throw error
    }
  }
  return base
}
