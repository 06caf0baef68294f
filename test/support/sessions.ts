import { loadSessions } from '../../bench/sessions.mjs'

/** A recorded terminal session of test/fold/sessions. */
export interface Session {
  name: string
  tool: string
  version: string
  command: string
  /** Of the terminal; 0 stands for a pipe. */
  columns: number
  rows: number
  made: 'recorded' | 'generated'
  outcome: 'success' | 'failure'
  /** Strings that say why it failed; none for a success. */
  decisive: string[]
  bytes: Uint8Array
}

export const sessions: readonly Session[] = loadSessions()
