import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import xterm from '@xterm/headless'

/** A program that draws on a terminal of its own, at which a test types and whose screen it reads. */
export class DrawnTerminal {
  readonly #terminal: InstanceType<typeof xterm.Terminal>
  readonly #script: ChildProcess
  readonly #closed: Promise<number | null>
  #written = ''

  /** Runs a line of shell as the terminal's first program. `script` of util-linux makes the terminal. */
  constructor(
    line: string,
    rows: number,
    columns: number,
    options: { env: Record<string, string | undefined>; cwd: string },
  ) {
    this.#terminal = new xterm.Terminal({ allowProposedApi: true, rows, cols: columns })
    const start = `stty rows ${rows} cols ${columns}; echo at=$(tty) pid=$$; ${line}`
    this.#script = spawn('script', ['-qfec', start, '/dev/null'], options)
    this.#script.stdout?.on('data', (bytes: Buffer) => {
      this.#written += bytes.toString('latin1')
      this.#terminal.write(bytes)
    })
    this.#script.stdin?.on('error', () => {})
    this.#closed = new Promise((resolve, reject) => {
      this.#script.once('error', reject)
      this.#script.once('close', resolve)
    })
  }

  /** Everything that was written, as bytes. */
  get written(): string {
    return this.#written
  }

  /** The number of the first program's process. */
  get pid(): number {
    return Number(/pid=(\d+)/.exec(this.#written)?.[1])
  }

  /** The rows of the screen, without blanks at their ends. */
  get rows(): string[] {
    const { active } = this.#terminal.buffer
    return Array.from(
      { length: this.#terminal.rows },
      (_, at) =>
        active
          .getLine(active.viewportY + at)
          ?.translateToString(true)
          .trimEnd() ?? '',
    )
  }

  /** Whether the other screen is shown, which leaves the first one as it was. */
  get isApart(): boolean {
    return this.#terminal.buffer.active.type === 'alternate'
  }

  /** Settles when the screen shows a text. */
  async shows(wanted: string | RegExp): Promise<void> {
    for (let tries = 0; ; tries++) {
      const text = this.rows.join('\n')
      if (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)) return
      if (tries === 10_000) throw new Error(`The screen does not show ${wanted}, but\n${text}`)
      await sleep(10)
    }
  }

  type(keys: string): void {
    this.#script.stdin?.write(keys)
  }

  /** Gives the terminal another size, as somebody who resizes its window. */
  resize(rows: number, columns: number): void {
    const path = /at=(\S+)/.exec(this.#written)?.[1] ?? ''
    this.#terminal.resize(columns, rows)
    execFileSync('stty', ['-F', path, 'rows', String(rows), 'cols', String(columns)])
  }

  /** Closes the terminal, as somebody who closes its window. */
  hangUp(): void {
    this.#script.kill('SIGKILL')
  }

  /** Settles with the status of the program. */
  ended(): Promise<number | null> {
    return this.#closed
  }
}
