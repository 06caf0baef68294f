import { fstatSync, writeSync } from 'node:fs'
import { escaped, visible, visibleInLine } from './visible.ts'

const LF = 0x0a
const LINE_END = Uint8Array.of(LF)
const STANDARD_OUTPUT = 1

/** How writing ended: everything was written, or the reader has closed the pipe. */
export type Written = 'written' | 'closed'

/** A write failed for another reason than a closed pipe. */
class OutputError extends Error {
  override readonly name = 'OutputError'
}

const reasons: Record<string, string> = {
  ENOSPC: 'no space left on the device',
  EIO: 'input/output error',
  EBADF: 'it is closed',
}

/** Whether an error, or its cause, says that this process or the system can open no more files. */
export function isOutOfFiles(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return true
  return 'cause' in error && isOutOfFiles(error.cause)
}

let isRaw = false
/** Holds the beginning of a character whose other bytes have not arrived. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** `--raw`: control characters reach a terminal as they are. */
export function passRaw(): void {
  isRaw = true
}

const isShown = (): boolean => process.stdout.isTTY && !isRaw

/**
 * Writes to standard output, and waits until the data is taken. On a terminal, text of others could steer it or hide in
 * it, so its control characters and invisible characters are printed in visible form.
 *
 * @throws {OutputError} with one sentence for people.
 */
export function writeOut(data: string | Uint8Array): Promise<Written> {
  if (!isShown()) return writeOwn(data)
  return writeOwn(visible(typeof data === 'string' ? data : decoder.decode(data, { stream: true })))
}

/** Ends a text that was written as bytes. */
export const endOut = (): Promise<Written> =>
  isShown() ? writeOwn(decoder.decode()) : Promise.resolve('written')

/** How much this process has written to standard output. */
export let writtenBytes = 0
/** What was written of the first text that could not be written whole. Events tell what was written. */
export let writtenPart: Uint8Array | undefined
/** Whether a line on standard output has begun and not ended. */
let isLineOpen = false

/** Writes what pith has drawn itself, such as colours. Text of others in it must be visible already. */
export async function writeOwn(data: string | Uint8Array): Promise<Written> {
  if (data.length > 0) isLineOpen = !endsLine(data)
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  try {
    if (isFile()) writeToFile(bytes)
    else await writeToStream(bytes)
    return 'written'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    writtenPart ??= bytes.subarray(0, error instanceof PartWritten ? error.bytes : 0)
    if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return 'closed'
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error))
    throw new OutputError(`Standard output could not be written: ${reason} (${code}).`)
  }
}

/** The stream of Node loses what a full disk does not take, and tells nobody. */
function writeToFile(data: Uint8Array): void {
  let at = 0
  try {
    while (at < data.length) {
      const length = writeSync(STANDARD_OUTPUT, data, at)
      at += length
      writtenBytes += length
    }
  } catch (error) {
    throw new PartWritten(at, error)
  }
}

/** Only a file tells how much it has taken. */
class PartWritten extends Error {
  readonly bytes: number
  readonly code: unknown

  constructor(bytes: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause))
    this.bytes = bytes
    this.code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  }
}

function writeToStream(data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stdout } = process
    stdout.once('error', reject)
    stdout.write(data, (error) => {
      if (error) return reject(error)
      stdout.removeListener('error', reject)
      writtenBytes += data.length
      resolve()
    })
  })
}

let isFileKnown: boolean | undefined

function isFile(): boolean {
  isFileKnown ??= isFileNow()
  return isFileKnown
}

function isFileNow(): boolean {
  try {
    return fstatSync(STANDARD_OUTPUT).isFile()
  } catch {
    return false
  }
}

/**
 * Prints a text. Adds a final line end if there is none, unless an output is passed on as it is; on a terminal it is
 * added then too.
 */
export async function writeResult(text: string | Uint8Array, isPassedOn: boolean): Promise<Written> {
  if (!isPassedOn && !isShown()) return writeOut(ended(text))
  const written = await writeOut(text)
  if ((isPassedOn && !process.stdout.isTTY) || text.length === 0 || written === 'closed') return written
  await endOut()
  return endsLine(text) ? written : writeOut('\n')
}

/** A text that ends in a line end, unless it is empty. */
export function ended(text: string | Uint8Array): Uint8Array {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return bytes.length === 0 || endsLine(bytes) ? bytes : Buffer.concat([bytes, LINE_END])
}

const endsLine = (text: string | Uint8Array): boolean =>
  typeof text === 'string' ? text.endsWith('\n') : text[text.length - 1] === LF

/**
 * A result as one line of JSON, without control characters and invisible characters. JSON has no Infinity, so it becomes
 * the string that options accept.
 */
export const jsonLine = (result: object): string =>
  `${escaped(JSON.stringify(result, (_, value: unknown) => (value === Infinity ? 'Infinity' : value)))}\n`

interface Output {
  text: string
  notice?: string
  truncated?: boolean
  details?: unknown
}

/** Prints a tool's output: its text, or with `json` the whole result as one line. */
export function writeToolOutput(output: Output, json: boolean): Promise<Written> {
  return json ? writeOut(jsonLine(output)) : writeResult(output.text, isWhole(output))
}

/** True for a text that is all of an output, and says nothing else. */
export function isWhole({ notice, truncated, details }: Output): boolean {
  const { truncation } = (details ?? {}) as { truncation?: { truncated: boolean } }
  return notice === undefined && truncated !== true && truncation?.truncated !== true
}

let report: ((sentence: string) => void) | undefined

/** Passes warnings to a function, for a process whose standard error belongs to another program. */
export function reportWarnings(to: (sentence: string) => void): void {
  report = to
}

/**
 * Prints one line for people on standard error. Text that it quotes cannot steer their terminal or hide in it. A line on
 * standard output that has not ended is ended first if both outputs go to the same place, as after `2>&1`.
 */
export function warn(sentence: string, isDim = false): void {
  if (report) {
    report(sentence)
    return
  }
  const line = `pith: ${visibleInLine(sentence.replaceAll('\n', ' '))}`
  try {
    if (isLineOpen && isOneOutput()) process.stderr.write('\n')
    isLineOpen = false
    process.stderr.write(isDim ? `\u001b[2m${line}\u001b[22m\n` : `${line}\n`)
  } catch {
    // Standard error is closed, so nobody can read the warning.
  }
}

/**
 * Says that a page is not all, where a program or a file reads it. An agent gets both streams in one way, and has read the
 * notice: so only a standard output of another kind than standard error was redirected.
 */
export function warnOfPage(next: unknown): void {
  if (next === undefined || process.stdout.isTTY) return
  const [out, error] = [fstatSync(1), fstatSync(2)]
  if (out.isFIFO() !== error.isFIFO() || out.isFile() !== error.isFile())
    warn('This is one page; --all prints all of it.')
}

/** Whether standard output and standard error are the same pipe, file or terminal. */
function isOneOutput(): boolean {
  const [out, error] = [fstatSync(1), fstatSync(2)]
  return out.ino !== 0 && out.ino === error.ino && out.dev === error.dev
}
