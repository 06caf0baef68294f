import { constants } from 'node:os'
import { PithError, wrongOption } from '../../errors.ts'
import { follow } from '../../host/follow.ts'
import type { Followed } from '../../host/news.ts'
import type { Parsed } from '../options/arguments.ts'
import { numberOption, onlyOperand } from '../options/options.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { endOut, jsonLine, warn, writeOut } from '../print/output.ts'
import { storeFor } from '../settings/store.ts'
import { artifactId } from './artifact-id.ts'
import { queueShown } from './events.ts'
import { searchPattern } from './found.ts'

type Values = Parsed['values']

const EXIT_NO_MATCH = 1
const EXIT_LATE = 124

/** What goes with `--follow`, `--wait` and a mark. */
const taken = [
  ...['follow', 'wait', 'timeout', 'since', 'ignore-case', 'redact', 'artifacts', 'json'],
  ...['max-lines', 'max-bytes', 'max-tokens', 'tokenizer', 'max-line-length', 'max-serialized-bytes'],
]

/** `pith show ID --follow | --wait RE | --since +N`: what is new of an output that may still be being written. */
export async function showFollowed({ values, positionals }: Parsed): Promise<number> {
  const given = onlyOperand('show', 'artifact id', positionals)
  const other = Object.keys(values).find((name) => values[name] !== undefined && !taken.includes(name))
  const way = values.wait !== undefined ? 'wait' : values.follow ? 'follow' : 'since'
  if (other !== undefined) throw wrongOption(`Expected either --${way} or --${other}, got both.`)
  const timeoutSeconds = numberOption(values, 'timeout')
  if (timeoutSeconds !== undefined && way === 'since')
    throw wrongOption('--timeout needs --follow or --wait.')
  const since = markOf(values)
  const { options } = await countedOptions(values)
  const store = await storeFor(values)
  const id = await artifactId(store, given)
  const isLive = process.stdout.isTTY && way === 'follow' && values.json !== true
  const stop = new AbortController()
  let signal: NodeJS.Signals | undefined
  const onSignal = (name: NodeJS.Signals) => {
    signal = name
    stop.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, onSignal)
  const asked = { since, timeoutSeconds, signal: stop.signal, redact: values.redact === true }
  const ways = {
    follow: values.follow === true,
    ...(way === 'wait' && { wait: searchPattern('wait', values) }),
  }
  const followed = await follow(
    store,
    id,
    { ...asked, ...ways, ...(isLive && { onBytes: writeOut }) },
    options,
  ).catch((error: unknown) => {
    const isUnknown = error instanceof PithError && error.code === 'PITH_UNKNOWN_ARTIFACT'
    throw isUnknown
      ? new PithError(error.code, `${error.message} ${store.watch ? KNOWN : ONLY_FILES}`)
      : error
  })
  queueShown(followed.artifact, { outputBytes: Buffer.byteLength(followed.text) })
  await (values.json ? writeOut(jsonLine(followed)) : writeOut(followed.text))
  if (isLive) {
    await endOut()
    warn(
      followed.ended ??
        (followed.why === 'ended' ? 'The command has ended.' : `It goes on: --since +${followed.mark}`),
    )
  }
  return signal ? 128 + constants.signals[signal] : exitCodeOf(followed, way === 'wait')
}

const KNOWN =
  '`pith artifacts` lists what is kept. A command that is running says by which id it can be followed.'
const ONLY_FILES = 'What is running can only be followed in a store of files.'

const exitCodeOf = ({ why }: Followed, isWait: boolean): number =>
  why === 'late' ? EXIT_LATE : why === 'lost' || (isWait && why !== 'matched') ? EXIT_NO_MATCH : 0

function markOf({ since }: Values): number {
  if (since === undefined) return 0
  const mark = typeof since === 'string' && /^\+\d{1,15}$/.test(since) ? Number(since) : undefined
  if (mark !== undefined) return mark
  throw wrongOption(`Expected --since to be a mark such as +4096 here, got ${JSON.stringify(since)}.`)
}
