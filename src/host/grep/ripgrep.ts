import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { WalkFailure, WalkOptions } from '../walk/walk.ts'

/** What ripgrep is asked to print: lines, names of files, or how many lines of each file match. */
export type Printed = 'matches' | 'files' | 'counts'

export interface RipgrepOptions extends WalkOptions {
  program: string
  /** The pattern in the syntax of Rust. */
  pattern: string
  paths: readonly string[]
  before: number
  after: number
  printed: Printed
  signal: AbortSignal | undefined
}

/** Bytes of messages that are read. */
const MOST_MESSAGE_BYTES = 256 * 1024
/** The type that stands for `names`. */
const TYPE = 'pithnames'

/** Nothing but the arguments has a say: no configuration, no ignore file of the machine. */
const FIXED = [
  ...['--no-config', '--color=never', '--no-heading', '--with-filename', '--null', '--line-number'],
  ...['--no-ignore-global', '--no-ignore-exclude', '--sort=path', '--text', '--no-context-separator'],
  ...['--no-mmap', '--no-stats', '--max-columns=0'],
]

const printing: Readonly<Record<Printed, readonly string[]>> = {
  matches: [],
  files: ['--files-with-matches'],
  counts: ['--count'],
}

function argumentsOf(options: RipgrepOptions): string[] {
  const { globs, names, hidden, ignore, follow, depth, before, after, printed, pattern, paths } = options
  return [
    ...FIXED,
    ...printing[printed],
    ...(hidden ? ['--hidden'] : []),
    ...(ignore ? [] : ['--no-ignore']),
    ...(follow ? ['--follow'] : []),
    ...(depth === Number.POSITIVE_INFINITY ? [] : [`--max-depth=${depth}`]),
    ...(before > 0 ? [`--before-context=${before}`] : []),
    ...(after > 0 ? [`--after-context=${after}`] : []),
    ...globs.map((glob) => `--glob=${glob}`),
    '--glob=!.git',
    ...(names.length > 0 ? [...names.map((name) => `--type-add=${TYPE}:${name}`), `--type=${TYPE}`] : []),
    ...['-e', pattern, '--', ...paths.map((path) => (path === '-' ? './-' : path))],
  ]
}

/** How a run of ripgrep ended. `refused`: nothing was printed, so the search can be made without it. */
export type RipgrepEnd = { kind: 'ended'; failures: WalkFailure[] } | { kind: 'refused'; reason: string }

/** A run of ripgrep. Read `output` to its end, then wait for `end`. */
export interface Ripgrep {
  output: Readable
  end: Promise<RipgrepEnd>
  stop(): void
}

/** Starts ripgrep. The pattern stands behind `-e`, and paths behind `--`, so neither can be an option. */
export function startRipgrep(options: RipgrepOptions): Ripgrep | undefined {
  const { program, cwd, signal } = options
  let child: ChildProcess
  try {
    child = spawn(program, argumentsOf(options), {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
  } catch {
    // An argument that no program can have.
    return undefined
  }
  const { stdout: output, stderr } = child
  if (!output || !stderr) return undefined
  const stop = () => child.kill()
  signal?.addEventListener('abort', stop, { once: true })
  const messages = readMessages(stderr)
  const end = new Promise<RipgrepEnd>((resolve) => {
    child.once('error', (error) => resolve({ kind: 'refused', reason: error.message }))
    child.once('close', async (status, name) => {
      const text = await messages
      if (status === 0 || status === 1 || (status === 2 && failuresIn(text).length > 0))
        resolve({ kind: 'ended', failures: failuresIn(text) })
      else resolve({ kind: 'refused', reason: text.split('\n', 1)[0] || `it ended by ${name ?? status}` })
    })
  }).finally(() => signal?.removeEventListener('abort', stop))
  // A program that was not started has no output, and its streams report the same error again.
  output.on('error', () => {})
  return { output, end, stop }
}

async function readMessages(stream: Readable): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (bytes < MOST_MESSAGE_BYTES) chunks.push(chunk)
      bytes += chunk.length
    }
  } catch {
    // The messages are only notes.
  }
  return Buffer.concat(chunks).toString()
}

const LOOP = /^(?:rg: )?File system loop found: (.*) points to an ancestor /
const FAILURE = /^(?:rg: )?(.*?): (?:IO error for operation on .*?: )?(.*) \(os error (\d+)\)$/

const reasons: Readonly<Record<string, string>> = {
  13: 'permission denied',
  1: 'permission denied',
  2: 'it is not there',
  40: 'its links form a circle',
  5: 'input/output error',
}

/** The paths that ripgrep could not read, by its messages. */
function failuresIn(text: string): WalkFailure[] {
  return text.split('\n').flatMap((line): WalkFailure[] => {
    const loop = LOOP.exec(line)
    if (loop) return [{ path: plain(loop[1]), reason: 'the link leads back to a folder above it' }]
    const failed = FAILURE.exec(line)
    return failed ? [{ path: plain(failed[1]), reason: reasons[failed[3]] ?? failed[2] }] : []
  })
}

const plain = (path: string): string => path.replace(/^\.\//, '')
