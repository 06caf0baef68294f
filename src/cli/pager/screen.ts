import { writeSync } from 'node:fs'
import { emitKeypressEvents } from 'node:readline'
import {
  beginSynchronizedOutput,
  clearViewport,
  cursorHide,
  cursorShow,
  cursorTo,
  endSynchronizedOutput,
  enterAlternativeScreen,
  eraseEndLine,
  exitAlternativeScreen,
} from 'ansi-escapes'

export interface Key {
  name?: string
  sequence?: string
  ctrl?: boolean
  meta?: boolean
}

export interface TerminalStreams {
  onKey(key: Key): void
  /** The screen has another size, or must be drawn again. */
  onRedraw(): void
  /** Nobody looks any more: a signal came, or the terminal is gone. */
  onEnd(status: number): void
}

const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const

const GOES_ON_MS = 20

/** Without this, a character in the last column would move the screen up. */
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'

/** The whole terminal, for a program that draws on it. It gets back what it was, however the program ends. */
export class FullScreen {
  #shown: string[] = []
  #isOpen = false
  readonly #to: TerminalStreams
  readonly #listeners: (readonly [string, () => void])[]

  constructor(to: TerminalStreams) {
    this.#to = to
    this.#listeners = [
      ...Object.entries(ENDING).map(([name, status]) => [name, () => to.onEnd(status)] as const),
      ['SIGTSTP', () => this.stop()],
      ['SIGCONT', () => this.#goOn()],
      ['exit', () => this.#leave()],
    ]
  }

  get rows(): number {
    return Math.max(1, process.stdout.rows || 24)
  }

  get columns(): number {
    return Math.max(1, process.stdout.columns || 80)
  }

  open(): void {
    const { stdin, stdout } = process
    emitKeypressEvents(stdin)
    stdin.on('keypress', this.#onKey)
    stdin.on('end', this.#onGone)
    stdin.on('error', this.#onGone)
    stdout.on('resize', this.#onResize)
    for (const [name, listener] of this.#listeners) process.on(name, listener)
    this.#enter()
  }

  close(): void {
    const { stdin, stdout } = process
    this.#leave()
    stdin.off('keypress', this.#onKey)
    stdin.off('end', this.#onGone)
    stdin.off('error', this.#onGone)
    stdout.off('resize', this.#onResize)
    for (const [name, listener] of this.#listeners) process.off(name, listener)
  }

  /** Gives the terminal back and stops, until a shell or a person lets the process go on. */
  stop(): void {
    this.#leave()
    // Runs only when the process goes on. Without it, nothing would keep the process until its SIGCONT is handled.
    setTimeout(() => this.#enter(), GOES_ON_MS)
    process.kill(process.pid, 'SIGSTOP')
  }

  /** What somebody else has stopped may have lost its screen. */
  #goOn(): void {
    if (this.#isOpen) {
      setRaw(true)
      this.#onResize()
    } else this.#enter()
  }

  /** Draws rows, of which only those that changed are written. */
  draw(rows: readonly string[]): void {
    if (!this.#isOpen) return
    const changed = rows.flatMap((row, at) =>
      row === this.#shown[at] ? [] : [`${cursorTo(0, at)}${row}${eraseEndLine}`],
    )
    this.#shown = [...rows]
    if (changed.length > 0) put(`${beginSynchronizedOutput}${changed.join('')}${endSynchronizedOutput}`)
  }

  #enter(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#shown = []
    setRaw(true)
    process.stdin.resume()
    put(`${enterAlternativeScreen}${cursorHide}${NO_WRAP}${clearViewport}`)
    this.#to.onRedraw()
  }

  #leave(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    put(`${WRAP}${cursorShow}${exitAlternativeScreen}`)
    setRaw(false)
    process.stdin.pause()
  }

  readonly #onKey = (_: unknown, key: Key): void => {
    if (key.ctrl && key.name === 'z') this.stop()
    else if (key.ctrl && key.name === 'c') this.#to.onEnd(ENDING.SIGINT)
    else this.#to.onKey(key)
  }

  readonly #onResize = (): void => {
    this.#shown = []
    put(clearViewport)
    this.#to.onRedraw()
  }

  readonly #onGone = (): void => this.#to.onEnd(ENDING.SIGHUP)
}

/** Written at once, so that it also reaches the terminal when the process is about to stop or to end. */
function put(codes: string): void {
  const bytes = Buffer.from(codes)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (error) {
      // A slow terminal takes the rest later. One that is gone takes nothing.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

function setRaw(isRaw: boolean): void {
  try {
    process.stdin.setRawMode(isRaw)
  } catch {
    // The terminal is gone.
  }
}
