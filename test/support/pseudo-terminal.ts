import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs a shell script whose standard streams are a terminal of its own, and returns what reaches the terminal. `script`
 * of util-linux makes it, which Debian always has. The terminal's own CR before each LF is taken away.
 */
export async function onTerminal(
  script: string,
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<{ status: number | null; screen: string }> {
  const child = spawn('script', ['-qec', script, '/dev/null'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { status, screen: Buffer.concat(chunks).toString('utf8').replaceAll('\r\n', '\n') }
}

/** A program on a terminal of its own, at which a test types. */
export class PseudoTerminal {
  /** Everything that was written, as bytes. */
  written = ''
  readonly #script: ChildProcess
  readonly #closed: Promise<number | null>

  /** Runs a line of shell as the terminal's first program. */
  constructor(
    line: string,
    options: { env: Record<string, string | undefined>; cwd: string },
    onOutput?: (bytes: Buffer) => void,
  ) {
    this.#script = spawn('script', ['-qfec', line, '/dev/null'], options)
    this.#script.stdout?.on('data', (bytes: Buffer) => {
      this.written += bytes.toString('latin1')
      onOutput?.(bytes)
    })
    this.#script.stdin?.on('error', () => {})
    this.#closed = new Promise((resolve, reject) => {
      this.#script.once('error', reject)
      this.#script.once('close', resolve)
    })
  }

  /** What the screen got so far, without CR. */
  get screen(): string {
    return Buffer.from(this.written, 'latin1').toString().replaceAll('\r', '')
  }

  /** Settles when the screen has shown a text, and returns what a pattern finds. */
  async shows(wanted: string | RegExp): Promise<string> {
    for (let tries = 0; ; tries++) {
      const found =
        typeof wanted === 'string' ? this.screen.includes(wanted) && wanted : wanted.exec(this.screen)
      if (found) return typeof found === 'string' ? found : (found[1] ?? found[0])
      if (tries === 10_000)
        throw new Error(`The screen shows no ${wanted}, but ${JSON.stringify(this.screen)}`)
      await sleep(10)
    }
  }

  type(keys: string): void {
    this.#script.stdin?.write(keys)
  }

  /** Reads nothing more, as somebody who holds the screen with Ctrl-S. */
  hold(): void {
    this.#script.stdout?.pause()
  }

  readOn(): void {
    this.#script.stdout?.resume()
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

export const CTRL_C = '\x03'
export const CTRL_Z = '\x1a'
