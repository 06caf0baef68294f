import { charsetOf } from '../../host/charset.ts'
import { createSecretRedactor } from '../../redact/secrets.ts'
import { BashStream } from '../../tools/bash-stream.ts'
import { cutAnswerBytesHere } from '../hooks/agent-limit.ts'
import type { Parsed } from '../options/arguments.ts'
import { commandRows } from '../options/command-rows.ts'
import { agentBytesFor, failedBytesFor, keepFor, purposeOf } from '../options/purpose.ts'
import { structureOption } from '../options/structure.ts'
import { countedOptions } from '../options/tokenizer.ts'
import { warn } from '../print/output.ts'
import { mostBytesOf, UNCUT_BYTES, UNLIMITED } from '../settings/command-rules.ts'
import { goOnWithDefaults, SHELL_MAX_LINES, withConfig } from '../settings/config.ts'
import { storeFor } from '../settings/store.ts'
import { MOST_RAW_BYTES, ShellOutput } from './output.ts'
import { BURST_BYTES, WatchedLog } from './watched-log.ts'

interface Asked {
  /** What the agent has seen already. */
  seen: Uint8Array
  /** The most bytes that are shown while the command runs, unless some were seen already. */
  liveBytes: number
  /** The command line that prints it. */
  line: string
  /** True: no limit holds but that of what can pass as it is. */
  isWhole?: boolean
  /** `now`: it is shown as it comes. `perhaps`: this may turn out later, so that it can be told to `watch`. */
  watched?: 'now' | 'perhaps' | 'never'
}

/**
 * Opens an output with the settings for `bash`.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a wrong setting. If secrets are to be hidden, the defaults hold instead.
 */
export async function openOutput(asked: Asked): Promise<ShellOutput> {
  const values: Parsed['values'] = {}
  try {
    withConfig(values, commandRows.run.options, 'bash')
    return await openWith(values, asked)
  } catch (error) {
    if (!goOnWithDefaults()) throw error
    warn(error instanceof Error ? error.message : String(error))
    return openWith({ redact: true }, asked)
  }
}

async function openWith(
  values: Parsed['values'],
  { seen, liveBytes, line, isWhole = false, watched = 'never' }: Asked,
): Promise<ShellOutput> {
  const { options } = await countedOptions(values)
  const judged = purposeOf(line, options.for)
  const { maxBytes, isRaw } = mostBytesOf(judged.rule, options.maxBytes, agentBytesFor('shell', judged.for))
  const isAll = isRaw || isWhole
  const all = {
    ...UNLIMITED,
    maxLines: SHELL_MAX_LINES,
    ...keepFor(judged),
    ...options,
    ...(isAll ? UNLIMITED : structureOption(values, judged.words)),
    ...(isRaw && { fold: false }),
    maxBytes: isAll ? UNCUT_BYTES : maxBytes,
    for: judged.for,
  }
  let output: ShellOutput | undefined
  const whole = new BashStream({
    ...all,
    charset: charsetOf(process.env),
    // What the log may leave out must be kept, and its errors count.
    ...(watched === 'now' &&
      !isAll && { maxBytes: Math.min(all.maxBytes, BURST_BYTES), for: 'log' as const }),
    store: await storeFor(values),
    meta: { tool: 'bash', label: line },
    ...(values.redact === true && { redact: createSecretRedactor() }),
    ...(watched !== 'never' && { onOutput: (bytes: Uint8Array) => output?.took(bytes) }),
  })
  const { structure: _, ...lines } = all
  const hasOwnLimit = options.maxBytes !== undefined || judged.rule?.maxBytes !== undefined
  output = new ShellOutput({
    ...{ seen, liveBytes, options: all, judged, whole },
    hidesSecrets: values.redact === true,
    mostRawBytes: isAll ? Number.POSITIVE_INFINITY : MOST_RAW_BYTES,
    failedBytes: isAll ? Number.POSITIVE_INFINITY : failedBytesFor(judged, options.maxBytes),
    cutBytes: isAll || hasOwnLimit ? Number.POSITIVE_INFINITY : cutAnswerBytesHere(),
    openLog: (before) => new WatchedLog(lines, isAll ? UNCUT_BYTES : undefined, before),
  })
  await output.begin(watched === 'now')
  return output
}
