import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { listsProcesses } from './process-state.ts'
import { MARKER_VARIABLE, markerInside } from './process-tree.ts'

/** Signals that end a command, and that its terminal or its starter may send. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type EndingSignal = (typeof endingSignals)[number]

// Prints each signal it gets, and a dot for each line it reads. `read` fails when a signal interrupts it, and at the end
// of the input. If no signal came, it is the end.
const SCRIPT = `
got=
for s in INT TERM HUP; do trap "got=1; echo SIG$s" $s; done
echo .
while :; do
  if read -r line; then echo .; elif [ -z "$got" ]; then exit; fi
  got=
done`

const LONGEST_ANSWER_MS = 1000

/**
 * Tells whether a signal that this process got was sent to its whole process group, as a terminal does on Ctrl-C.
 *
 * The system does not report this, so a shell in the same group is the witness. The system sends a signal to all of a
 * group at once. When this process has the signal, the witness has it too, and prints it before it answers a question.
 */
export class SignalWitness {
  readonly #shell: ChildProcess
  readonly #seen = new Set<string>()
  #answers: (() => void)[] = []
  #ended = false

  /** Undefined if there is no terminal to share, or no shell can be started. */
  static async start(): Promise<SignalWitness | undefined> {
    if (!listsProcesses || !hasTerminal()) return undefined
    const witness = new SignalWitness()
    await witness.#answer()
    if (!witness.#ended) return witness
    witness.release()
    return undefined
  }

  private constructor() {
    // A run around this one must not send the witness a signal: it would look as if the whole group got it.
    const env = { ...process.env, [MARKER_VARIABLE]: markerInside(process.env[MARKER_VARIABLE], 'witness') }
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    const end = () => {
      this.#ended = true
      for (const answer of this.#answers.splice(0)) answer()
    }
    this.#shell.on('error', end)
    this.#shell.once('exit', end)
    this.#shell.stdin?.on('error', () => {})
    if (!this.#shell.stdout) return
    createInterface({ input: this.#shell.stdout }).on('line', (line) => {
      if (line === '.') this.#answers.shift()?.()
      else this.#seen.add(line)
    })
  }

  /** Whether the group got this signal since the last question about it. */
  async saw(signal: NodeJS.Signals): Promise<boolean> {
    this.#shell.stdin?.write('\n')
    // A witness that somebody has stopped does not answer.
    await Promise.race([this.#answer(), sleep(LONGEST_ANSWER_MS, undefined, { ref: false })])
    return this.#seen.delete(signal)
  }

  release(): void {
    this.#shell.stdin?.destroy()
    this.#shell.stdout?.destroy()
    this.#shell.kill('SIGKILL')
    this.#shell.unref()
  }

  #answer(): Promise<void> {
    if (this.#ended) return Promise.resolve()
    return new Promise((resolve) => this.#answers.push(resolve))
  }
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r+'))
    return true
  } catch {
    return false
  }
}
