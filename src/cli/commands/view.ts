import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { redactedStore } from '../../host/redacted-store.ts'
import { keptRanges } from '../../store/ranges.ts'
import type { ArtifactStat, ArtifactStore } from '../../store/store.ts'
import type { Parsed } from '../options/arguments.ts'
import { onlyOperand, wrongCall } from '../options/options.ts'
import { visible } from '../print/visible.ts'
import { storeFor } from '../settings/store.ts'
import { artifactId } from '../show/artifact-id.ts'
import { shownLines } from '../show/lines.ts'

/** `pith view ID`: an artifact in the user's pager. No event is recorded, because it is a person who looks. */
export async function view({ values, positionals }: Parsed): Promise<number> {
  const given = onlyOperand('view', 'artifact id', positionals)
  const found = await storeFor(values)
  const id = await artifactId(found, given)
  const stat = await found.stat(id)
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw wrongCall(`Expected a terminal for \`pith view\`; \`pith show ${id}\` prints a page anywhere.`)
  }
  const text = textOf(values.redact ? redactedStore(found) : found, stat, values.raw === true)
  return paged(text)
}

/** All that is kept, without characters that could steer the terminal or hide in it. */
async function* textOf(store: ArtifactStore, stat: ArtifactStat, isRaw: boolean): AsyncGenerator<string> {
  const { id, missing } = stat
  for (const range of keptRanges(stat)) {
    if (missing && range.startByte > 0)
      yield `\n[Lines ${missing.firstLine}-${missing.lastLine} were not kept whole.]\n`
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const bytes = store.read(id, range)
    for await (const chunk of isRaw ? bytes : shownLines(bytes))
      yield visible(decoder.decode(chunk, { stream: true }))
    yield visible(decoder.decode())
  }
}

/** Shows a text in `$PAGER`, which may have options, as for git. Returns its status. */
async function paged(text: AsyncIterable<string>): Promise<number> {
  // Ctrl-C and Ctrl-\ are the pager's, which goes on.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, () => {})
  const { PAGER } = process.env
  // A shell that stays would end by the signal, with which its pager went on.
  const line = process.platform === 'win32' ? PAGER || 'more' : `exec ${PAGER || 'less'}`
  const pager = spawn(line, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(pager, 'exit')
  let failure: unknown
  await pipeline(Readable.from(text), pager.stdin).catch((error: unknown) => {
    // A reader who has seen enough closes the pipe.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_PREMATURE_CLOSE') failure = error
  })
  const [status] = (await ended) as [number | null]
  if (failure !== undefined) throw failure
  return status ?? 1
}
