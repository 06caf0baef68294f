import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../support/built.ts'
import type { Call } from '../model/dialect.ts'
import type { ScriptedModel } from '../model/server.ts'
import type { Ended } from '../run.ts'
import type { World } from '../world.ts'

/** How long the client itself lets a command run, in milliseconds. */
export interface ShellOptions {
  timeoutMs?: number
}

/** The words, and what is added to the environment, that start a client. */
export interface Launch {
  words: string[]
  env: Record<string, string>
}

/** What an interruption needs to know. */
export interface Interruption {
  world: World
  launch: Launch
  model: ScriptedModel
  /** Resolves when the command of the model runs and has printed. */
  begun(): Promise<void>
}

/** Rules on what the model may do: `touch asked` needs a yes, `touch denied` is forbidden. */
export interface Rules {
  /** Adds them to the user's settings. */
  setUp(world: World): void
  /** The words that start the client so that it keeps them. */
  words: string[]
}

/** A program that gives a model tools. */
export interface Client {
  /** As its makers write it. */
  name: string
  /** What `pith install` calls it. */
  agent: string
  /** What of pith covers its commands: a shell that pith gives it, a hook after each call, or nothing. */
  shellBy: 'shell' | 'hook' | 'nothing'
  /** The file that starts it. */
  program: string
  /** Writes the settings that a user would have without pith, into an empty home. */
  setUp(world: World, modelUrl: string): void
  /** How it is started for one prompt. */
  launch(world: World, modelUrl: string): Launch
  tools: ClientTools
  /** False if it keeps only both ends of an output of 229 KB, so that pith leaves it alone. Default: true. */
  keepsLarge?: false
  /** Whether `cd` in one call holds for the next. */
  keepsDirectory: boolean
  /** A text without what differs from run to run: ids, and reminders that come with results by chance. */
  settled(text: string): string
  /** The settled text of a shell result that fits: all that a command printed, and its status. */
  framed(output: string, status: number): string
  /** Commands that it refuses to run. */
  refuses?: RegExp
  /** Ends a command of the model as a user does by Ctrl-C or Escape, and asks the model again. */
  interrupt?(interruption: Interruption): Promise<Ended>
  /** The settled text of a result that the user ended, after what the command had printed. */
  interrupted?(output: string): string
  rules?: Rules
  /** What it does to a command that did not end in time: it sends SIGTERM first, kills it at once, or lets it run. */
  lateCommands: 'terminated' | 'killed' | 'running'
  /** The settled text of a result of a command that did not end in time; undefined for a client that waits. */
  timedOut?(output: string, timeoutMs: number): string
}

/** How the model calls the tools of a client. */
export interface ClientTools {
  shell?(command: string, options?: ShellOptions): Call
  read?(path: string): Call
  /** A tool of the MCP server `large`. */
  server?(tool: string, args: Record<string, unknown>): Call
}

/** The folder whose package.json names the clients. */
export const clientsFolder: string = join(root, '.ci/agents')

export const installed = (path: string): string => join(clientsFolder, 'node_modules', path)

/**
 * Why a program of a client is not there, when npm could not get its package: that is no fault of pith's. Undefined when
 * the program is there.
 */
export function whyMissing(program: string, reason: string): string | undefined {
  if (existsSync(program)) return undefined
  const [scope, name] = relative(installed('.'), program).split('/')
  const folder = installed(scope.startsWith('@') ? join(scope, name) : scope)
  if (existsSync(folder)) throw new Error(`Expected ${program} in its package.`)
  return `npm could not get the package of ${folder}. ${reason}`.trim()
}
