import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeShow } from '../../core/words/calls.ts'
import { statusSentence, writeChangesSince, writeSameAsBefore } from '../../core/words/notices.ts'
import { comparedText, differenceOf, MOST_COMPARED_BYTES } from '../../host/difference.ts'
import { isOwnFile } from '../../host/own-file.ts'
import type { RunCommandDetails } from '../../host/run-command.ts'
import { stateFolder } from '../../store/backends/files/directory.ts'
import { makeFolderNow } from '../../store/backends/files/make-folder.ts'
import { storeWhole } from '../../store/guarded-writer.ts'
import type { ArtifactStore } from '../../store/store.ts'
import { surface } from '../settings/surface.ts'

/** An earlier run counts for a day. */
const MOST_AGE_MS = 24 * 3_600_000
/** A difference is shown instead of the output if it has at most this share of its bytes. */
const LARGEST_SHARE = 0.5

/** What is known of the last run of a command. */
interface LastRun {
  artifact: string
  exitCode: number
}

/** Collects the output of a command, to compare it with that of its last run. */
export class SinceLast {
  readonly #file: string | undefined
  #chunks: Uint8Array[] | undefined = []
  #bytes = 0

  /** @param argv the command and its arguments */
  constructor(argv: readonly string[]) {
    this.#file = fileFor(argv)
  }

  /** Takes the next bytes of the output, after secrets were hidden. */
  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length
    if (this.#bytes > MOST_COMPARED_BYTES) this.#chunks = undefined
    this.#chunks?.push(new Uint8Array(chunk))
  }

  /**
   * Remembers this run, and compares it with the last one.
   *
   * @param shownBytes bytes of the text that would be shown without a comparison
   * @returns what to show instead. Undefined if there is nothing to compare, if the exit status differs, or if the
   *   difference is not clearly smaller. Never rejects.
   */
  async end(
    { ended, status }: RunCommandDetails,
    store: ArtifactStore,
    shownBytes: number,
  ): Promise<string | undefined> {
    const { exitCode } = status
    if (!this.#chunks || ended !== 'exited' || exitCode === undefined) return undefined
    const output = Buffer.concat(this.#chunks)
    const kept = await storeWhole(store, { tool: 'bash' }, output)
    if (!kept.complete) return undefined
    const last = this.#last()
    this.#remember({ artifact: kept.ref.id, exitCode })
    if (!last || last.exitCode !== exitCode) return undefined
    try {
      const text = comparison(
        await comparedText(store, last.artifact),
        output.toString(),
        kept.ref.id,
        exitCode,
      )
      return text !== undefined && Buffer.byteLength(text) < shownBytes ? text : undefined
    } catch {
      // The earlier output is gone, so there is nothing to compare.
      return undefined
    }
  }

  #last(): LastRun | undefined {
    if (this.#file === undefined) return undefined
    try {
      if (Date.now() - statSync(this.#file).mtimeMs > MOST_AGE_MS) return undefined
      const { artifact, exitCode } = JSON.parse(readFileSync(this.#file, 'utf8')) as Partial<LastRun>
      return typeof artifact === 'string' && typeof exitCode === 'number' ? { artifact, exitCode } : undefined
    } catch {
      return undefined
    }
  }

  #remember(run: LastRun): void {
    if (this.#file === undefined) return
    try {
      const own = `${this.#file}.${process.pid}`
      writeFileSync(own, JSON.stringify(run), { mode: 0o600 })
      renameSync(own, this.#file)
    } catch {
      // The next run has nothing to compare with.
    }
  }
}

/** What changed since the last run. Undefined if most of the output did. */
function comparison(older: string, newer: string, id: string, exitCode: number): string | undefined {
  const difference = differenceOf(older, newer)
  if (!difference) return undefined
  const { hunks, added, removed } = difference
  if (hunks.length > LARGEST_SHARE * newer.length) return undefined
  const lines = newer.split('\n').length - (newer.endsWith('\n') ? 1 : 0)
  const what = hunks === '' ? writeSameAsBefore(lines) : writeChangesSince(added, removed, lines)
  const words = [what, statusSentence({ exitCode }), `Full output: ${writeShow(surface(), id)}`]
  return `${hunks}[${words.filter((sentence) => sentence !== undefined).join(' ')}]`
}

/**
 * The file of a command in a folder, in a session: `PITH_RUN`, else the process that runs pith. Undefined where there is
 * no folder of this user alone.
 */
function fileFor(argv: readonly string[]): string | undefined {
  const { directory, above } = stateFolder('runs', undefined, undefined)
  if (directory === '') return undefined
  try {
    for (const folder of [...above, directory]) makeFolderNow(folder, 0o700)
    if (!isOwnFile(lstatSync(directory))) return undefined
  } catch {
    return undefined
  }
  const session = process.env.PITH_RUN ?? `pid ${process.ppid}`
  const key = createHash('sha256')
    .update(JSON.stringify([session, process.cwd(), argv]))
    .digest('hex')
  return join(directory, key.slice(0, 32))
}
