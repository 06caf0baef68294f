import type { LogRequest, LogResult } from './log/log.ts'
import type { RaceRequest, RaceResult } from './speed/race.ts'

/** What a worker is asked for, and what it answers with in the end. */
export interface Works {
  log: { request: LogRequest; result: LogResult }
  race: { request: RaceRequest; result: RaceResult }
}

export type WorkName = keyof Works

/** How far the work is, from 0 to 1, and what it is at. */
export interface Progress {
  done: number
  told: string
}

export type Reply<Name extends WorkName> =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'result'; result: Works[Name]['result'] }
  | { kind: 'failure'; message: string }
