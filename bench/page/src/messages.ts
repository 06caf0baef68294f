import type { CutRequest, CutResult } from './cut.ts'
import type { RaceRequest, RaceResult } from './race.ts'

/** The requests to a worker, and its results. */
export interface Works {
  cut: { request: CutRequest; result: CutResult }
  race: { request: RaceRequest; result: RaceResult }
}

export type WorkName = keyof Works

/** How much is done, from 0 to 1, and what the worker is doing. */
export interface Progress {
  done: number
  told: string
}

export type Reply<Name extends WorkName> =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'result'; result: Works[Name]['result'] }
  | { kind: 'failure'; message: string }
