import { basename } from 'node:path'
import { commandEnvironment } from '../../host/command-environment.ts'
import { readFile } from '../../host/file.ts'
import { type RunCommandDetails, type RunCommandOptions, runCommand } from '../../host/run-command.ts'
import type { ArtifactEnd } from '../../store/store.ts'
import { judgeCommand } from '../../tools/command/judge.ts'
import { isTurnedOff } from '../../tools/command/turned-off.ts'
import { argumentsOf, textArgument, wholeOf } from './arguments.ts'
import type { Context } from './context.ts'
import { linksTo } from './cut-results.ts'
import type { JsonObject } from './messages.ts'
import { failureResult, type ToolResult } from './own-results.ts'
import { pathWithin, type Roots } from './roots.ts'
import { readToolSchema, runSchema } from './server-schemas.ts'

/** What a call of a tool can use besides its arguments. */
export interface Calling {
  /** Aborted when the client cancels the call or leaves. */
  signal: AbortSignal
  /** Tells the client how many bytes the command has printed. Undefined if it does not want to know. */
  progress?: ((bytes: number) => void) | undefined
  /** Tells it by which id others see what a command prints, once it has run for some time. */
  follow?: ((id: string) => void) | undefined
}

const KILL_GRACE_MS = 500

/** `pith_run`: runs a command line in a shell. */
export async function runTool(
  given: unknown,
  context: Context,
  roots: Roots,
  calling: Calling,
): Promise<ToolResult> {
  try {
    const args = argumentsOf(given, runSchema)
    const command = textArgument(args, 'command') ?? ''
    const cwd = pathWithin(roots, textArgument(args, 'cwd') ?? '.')
    const timeoutSeconds = wholeOf(args, 'timeoutSeconds', 1)
    const judged = judgeCommand(command)
    const { text, details } = await runCommand(shellFor(process.env), ['-c', command], {
      for: judged.for,
      ...context.options,
      // As in the shell: whoever writes the line may have its output whole, but not the secrets in it.
      ...((context.isOff || isTurnedOff(command)) && context.uncut),
      answers: judged.answers,
      cwd,
      env: commandEnvironment(),
      signal: calling.signal,
      killGraceMs: KILL_GRACE_MS,
      store: context.store ? await context.store() : false,
      ...(context.redactor && { redact: context.redactor }),
      ...queryOf(args),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      ...onProgressOf(calling),
      ...(calling.follow && { onFollow: calling.follow }),
    })
    return ranResult(text, details)
  } catch (error) {
    return failureResult(error)
  }
}

/** What the caller wants to know. */
function queryOf(args: JsonObject): { query?: string } {
  const query = textArgument(args, 'query')
  return query === undefined ? {} : { query }
}

function onProgressOf({ progress }: Calling): Pick<RunCommandOptions, 'onProgress'> {
  return progress ? { onProgress: ({ bytes }) => progress(bytes) } : {}
}

function ranResult(output: string, details: RunCommandDetails): ToolResult {
  const { status, ended, durationMs, truncation, artifact } = details
  return {
    content: [{ type: 'text', text: output }, ...linksOf(artifact)],
    structuredContent: {
      output,
      exitCode: status.exitCode ?? null,
      signal: status.signal ?? null,
      ended,
      durationMs: Math.round(durationMs),
      truncated: truncation.truncated,
      totalBytes: truncation.totalBytes,
      totalLines: truncation.totalLines,
      artifact: artifact?.ref?.id ?? null,
    },
    isError: status.exitCode !== 0,
  }
}

const linksOf = (artifact: ArtifactEnd | undefined): JsonObject[] => (artifact ? linksTo([artifact]) : [])

/** The shell that runs a command line: the user's own, unless that is the one of pith, which would cut a second time. */
function shellFor({ PITH_SHELL, SHELL }: NodeJS.ProcessEnv): string {
  if (PITH_SHELL) return PITH_SHELL
  const isKnown = SHELL !== undefined && /^(ba|z|k|da)?sh$/.test(basename(SHELL))
  return isKnown && !/[\\/]dist[\\/]shell[\\/]/.test(SHELL) ? SHELL : 'sh'
}

/** `pith_read`: a page of a file inside the roots. */
export async function readTool(
  given: unknown,
  { options, redactor }: Context,
  roots: Roots,
  { signal }: Calling,
): Promise<ToolResult> {
  try {
    const args = argumentsOf(given, readToolSchema)
    const asked = textArgument(args, 'path') ?? ''
    const path = pathWithin(roots, asked)
    const { structure: _, fold: __, ...limits } = options
    const place = Object.fromEntries(
      ['offset', 'limit', 'column'].flatMap((name) => {
        const value = wholeOf(args, name, 1)
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const page = {
      ...limits,
      ...place,
      ...queryOf(args),
      source: { path: asked },
      signal,
      ...(redactor && { redact: redactor }),
    }
    const { text, details } = await readFile(path, page)
    const next = 'next' in details ? details.next : undefined
    const totalLines = 'totalLines' in details ? details.totalLines : undefined
    return {
      content: [{ type: 'text', text }],
      structuredContent: {
        output: text,
        totalLines: totalLines ?? null,
        nextOffset: next?.offset ?? null,
        nextColumn: next?.column ?? null,
      },
    }
  } catch (error) {
    return failureResult(error)
  }
}
