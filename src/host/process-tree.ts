import { setTimeout as sleep } from 'node:timers/promises'
import {
  allProcesses,
  environmentHolds,
  listsProcesses,
  type ProcessState,
  processState,
  writesTo,
} from './process-state.ts'

/** The variable that marks a command and everything it starts. Nested runs append theirs: `outer,inner`. */
export const MARKER_VARIABLE = 'PITH_RUN_ID'

const POLL_MS = 25
// Each round kills the processes that were started during the previous round.
const KILL_ROUNDS = 8

/** 32 random hex digits. They need not be secret, and `node:crypto` would take two milliseconds to load. */
export const newMarker = (): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

/** The end of `outer` and the beginning of what a run inside `outer` appends to it. */
const innerMarker = (outer: string) => `${outer},`

/** The value of the marker's variable for what a run starts. */
export const markerInside = (outer: string | undefined, marker: string) =>
  outer ? `${innerMarker(outer)}${marker}` : marker

interface Member {
  pid: number
  group: number
}

/** How to tell the processes of a tree from others. */
export interface TreeSigns {
  /** Part of their environment. */
  marker: string
  /** The paths of the pipes that they write to. */
  outputs: readonly string[]
  /** Whether the command leads a session and a group. */
  hasOwnGroup: boolean
}

/**
 * A command and everything it started. On Linux these are the processes of its session, those with its marker or its
 * output, and what they have started. Elsewhere they are those of its group.
 */
export class ProcessTree {
  readonly #root: number
  readonly #signs: TreeSigns
  #hasOwnGroup: boolean
  readonly #startTime: number
  /** Start times of the members so far, by number: they stay members when their parents are gone. */
  readonly #known = new Map<number, number>()

  constructor(root: number, signs: TreeSigns) {
    this.#root = root
    this.#signs = signs
    this.#hasOwnGroup = signs.hasOwnGroup
    this.#startTime = (listsProcesses && processState(root)?.startTime) || 0
    this.#known.set(root, this.#startTime)
  }

  /** Sends each process the signal once. */
  send(signal: NodeJS.Signals): void {
    this.#sendTo(this.#members(), signal)
  }

  /** Sends the signal to each process, but not to those of a run inside this one: that run passes the signal on. */
  passOn(signal: NodeJS.Signals): void {
    this.#sendTo(this.#outerMembers(), signal)
  }

  /** Passes the signal on to the processes that are not in the group of this process. */
  passOnOutside(signal: NodeJS.Signals): void {
    const own = processState(process.pid)?.group
    for (const { pid, group } of this.#outerMembers()) if (group !== own) sendSignal(pid, signal)
  }

  /** Sends the signal to the processes of runs inside this one. */
  sendInside(signal: NodeJS.Signals): void {
    for (const { pid } of this.#members()) if (this.#isInside(pid)) sendSignal(pid, signal)
  }

  /** Whether a process is left. */
  lives(): boolean {
    if (!listsProcesses) return sendSignal(this.#hasOwnGroup ? -this.#root : this.#root, 0)
    return this.#members().length > 0
  }

  /** Sends SIGKILL until no process is left, for at most 200 ms. Returns those that are. */
  async kill(): Promise<number[]> {
    for (let round = 0; round < KILL_ROUNDS; round++) {
      this.send('SIGKILL')
      await sleep(POLL_MS)
      if (!this.lives()) return []
    }
    return this.#members().map(({ pid }) => pid)
  }

  #sendTo(members: readonly Member[], signal: NodeJS.Signals): void {
    if (this.#hasOwnGroup) sendSignal(-this.#root, signal)
    for (const { pid, group } of members) {
      if (!this.#hasOwnGroup || group !== this.#root) sendSignal(pid, signal)
    }
  }

  #outerMembers(): Member[] {
    return this.#members().filter(({ pid }) => !this.#isInside(pid))
  }

  #isInside(pid: number): boolean {
    return environmentHolds(pid, innerMarker(this.#signs.marker))
  }

  #members(): Member[] {
    const root = processState(this.#root)
    // The group is gone when the system has given its number to another process.
    if (root && root.startTime !== this.#startTime) this.#hasOwnGroup = false
    const others: [pid: number, state: ProcessState][] = []
    const members: Member[] = []
    const add = (pid: number, { group, startTime }: ProcessState) => {
      members.push({ pid, group })
      this.#known.set(pid, startTime)
    }
    for (const pid of allProcesses()) {
      // Most processes of a system are older than the command. The others cost more to look at.
      const state = pid === process.pid ? undefined : processState(pid)
      if (!state || state.startTime < this.#startTime) continue
      if (this.#isOwn(pid, state)) add(pid, state)
      else others.push([pid, state])
    }
    // The list grows while it is read: what they have started belongs to them.
    for (const { pid } of members)
      for (const [child, state] of others)
        if (state.parent === pid && !this.#isKnown(child, state)) add(child, state)
    return members
  }

  #isOwn(pid: number, state: ProcessState): boolean {
    const { group, session } = state
    const isInside = this.#hasOwnGroup && (session === this.#root || group === this.#root)
    return isInside || this.#isKnown(pid, state) || this.#hasSign(pid)
  }

  /** The system reuses numbers. */
  #isKnown(pid: number, { startTime }: ProcessState): boolean {
    return this.#known.get(pid) === startTime
  }

  /** A process that left the session with `setsid` has the environment that it was started with, or the output. */
  #hasSign(pid: number): boolean {
    const { marker, outputs } = this.#signs
    return environmentHolds(pid, marker) || outputs.some((output) => writesTo(pid, output))
  }
}

/** True when a process received the signal. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
