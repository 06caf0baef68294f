import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { names } from '../check/names.ts'
import { optionsOf } from '../check/values.ts'
import { invalidOption, PithError } from '../errors.ts'

export interface ZdxSpillOptions {
  /** Directory for the files. It must exist. Default: the system's directory for temporary files. */
  directory?: string
  /** Most bytes of all files together, from 0 to Infinity. Default: 1 GiB. */
  maxBytes?: number
  /** Called with `PITH_STORE_FAILED` for each output that could not be kept or deleted. */
  onError?: (error: PithError) => void
}

const spillNames = names<ZdxSpillOptions>()('directory maxBytes onError')

/** Files that hold the full streams of truncated commands. */
export interface ZdxSpill {
  /** Writes a new file that only its owner can read, and returns its path. Undefined if that failed. */
  readonly write: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => string | undefined
  /** Deletes the files that it wrote. */
  readonly remove: () => void
}

/**
 * Writes the temporary files of the zdx profile, `zdx-bash-{uuid}-{stream}.txt`.
 *
 * A failed write leaves no file behind and does not throw.
 *
 * @throws {PithError} `PITH_INVALID_OPTION`
 * @example
 * const files = createZdxSpill()
 * zdx.bash({ stdout, stderr, exitCode }, { spill: files.write })
 */
export function createZdxSpill(options: ZdxSpillOptions = {}): ZdxSpill {
  const given = optionsOf(options, spillNames)
  const directory = resolve(given.directory ?? tmpdir())
  const maxBytes = given.maxBytes ?? 1024 ** 3
  if (typeof maxBytes !== 'number' || !(maxBytes >= 0)) {
    throw invalidOption('maxBytes', 'a number from 0', maxBytes)
  }
  const paths = new Set<string>()
  let usedBytes = 0
  return {
    write(stream, bytes) {
      try {
        if (usedBytes + bytes.length > maxBytes) throw tooMuch(maxBytes)
        const path = join(directory, `zdx-bash-${randomUUID()}-${stream}.txt`)
        writeNew(path, bytes)
        paths.add(path)
        usedBytes += bytes.length
        return path
      } catch (error) {
        given.onError?.(failureOf(error))
        return undefined
      }
    },
    remove() {
      for (const path of paths) {
        try {
          rmSync(path, { force: true })
        } catch (error) {
          given.onError?.(failureOf(error, 'deleted'))
        }
      }
      paths.clear()
      usedBytes = 0
    },
  }
}

function writeNew(path: string, bytes: Uint8Array): void {
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

const tooMuch = (maxBytes: number): PithError =>
  new PithError(
    'PITH_STORE_FAILED',
    `The full output could not be kept: it does not fit in the ${maxBytes} bytes allowed.`,
  )

function failureOf(error: unknown, done: 'kept' | 'deleted' = 'kept'): PithError {
  if (error instanceof PithError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  const message = `The full output could not be ${done}: the system reports ${code}.`
  return new PithError('PITH_STORE_FAILED', message, { cause: error })
}
