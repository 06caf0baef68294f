import { execFileSync } from 'node:child_process'
import xterm from '@xterm/headless'
import { PseudoTerminal } from './pseudo-terminal.ts'

/** A program that draws on a terminal of its own, at which a test types and whose screen it reads. */
export class DrawnTerminal extends PseudoTerminal {
  readonly #terminal: InstanceType<typeof xterm.Terminal>

  /** Runs a line of shell as the terminal's first program. */
  constructor(
    line: string,
    rows: number,
    columns: number,
    options: { env: Record<string, string | undefined>; cwd: string },
  ) {
    const terminal = new xterm.Terminal({ allowProposedApi: true, rows, cols: columns })
    super(`stty rows ${rows} cols ${columns}; echo at=$(tty) pid=$$; ${line}`, options, (bytes) =>
      terminal.write(bytes),
    )
    this.#terminal = terminal
  }

  /** The number of the first program's process. */
  get pid(): number {
    return Number(/pid=(\d+)/.exec(this.written)?.[1])
  }

  /** The rows of the screen, without blanks at their ends. */
  get rows(): string[] {
    const { active } = this.#terminal.buffer
    const row = (at: number) => active.getLine(active.viewportY + at)?.translateToString(true)
    return Array.from({ length: this.#terminal.rows }, (_, at) => row(at)?.trimEnd() ?? '')
  }

  override get screen(): string {
    return this.rows.join('\n')
  }

  /** Whether the other screen is shown, which leaves the first one as it was. */
  get isApart(): boolean {
    return this.#terminal.buffer.active.type === 'alternate'
  }

  /** Gives the terminal another size, as somebody who resizes its window. */
  resize(rows: number, columns: number): void {
    const path = /at=(\S+)/.exec(this.written)?.[1] ?? ''
    this.#terminal.resize(columns, rows)
    execFileSync('stty', ['-F', path, 'rows', String(rows), 'cols', String(columns)])
  }
}
