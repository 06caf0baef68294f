import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

const START_MS = 60_000

/** Undefined where Firefox is not installed. */
export const firefoxPath: string | undefined = [
  process.env.PITH_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
].find((path) => path !== undefined && existsSync(path))

/** A port of its own, and nothing that Firefox does by itself on the network. */
const preferences = `user_pref('marionette.port', 0);
user_pref('app.update.disabledForTesting', true);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
`

/** Firefox without a window, driven by its own protocol, Marionette: Playwright drives only its own build of Firefox. */
export class Firefox {
  readonly #profile = mkdtempSync(join(tmpdir(), 'pith-firefox-'))
  #browser: ChildProcess | undefined
  #socket: Socket | undefined
  #received = Buffer.alloc(0)
  #count = 0
  readonly #answers = new Map<number, (answer: [error: unknown, result: { value?: unknown }]) => void>()

  async start(path: string): Promise<void> {
    writeFileSync(join(this.#profile, 'user.js'), preferences)
    const words = ['--headless', '--marionette', '--no-remote', '--profile', this.#profile]
    this.#browser = spawn(path, words, { stdio: 'ignore', env: { ...process.env, HOME: this.#profile } })
    const portFile = join(this.#profile, 'MarionetteActivePort')
    const port = await vi.waitFor(() => Number(readFileSync(portFile, 'utf8')), {
      timeout: START_MS,
      interval: 50,
    })
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.on('data', (bytes) => this.#take(bytes))
    await this.send('WebDriver:NewSession', {})
  }

  async send(command: string, args: object): Promise<unknown> {
    const id = ++this.#count
    const body = JSON.stringify([0, id, command, args])
    const answered = new Promise<[unknown, { value?: unknown }]>((resolve) => this.#answers.set(id, resolve))
    this.#socket?.write(`${Buffer.byteLength(body)}:${body}`)
    const [error, result] = await answered
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`)
    return result.value
  }

  /** Runs a function in the page. It gets JSON, and its answer is JSON. */
  run<Args extends unknown[], Answer>(
    call: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Awaited<Answer>> {
    return this.send('WebDriver:ExecuteScript', { script: `return (${call})(...arguments)`, args }) as never
  }

  async end(): Promise<void> {
    this.#socket?.destroy()
    const ended = new Promise((resolve) => this.#browser?.once('exit', resolve))
    if (this.#browser?.kill()) await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Messages are JSON after their length in bytes. The first one is a greeting. */
  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (;;) {
      const colon = this.#received.indexOf(':')
      const end = colon + 1 + Number(this.#received.subarray(0, colon).toString())
      if (colon < 0 || this.#received.length < end) return
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString())
      this.#received = this.#received.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      this.#answers.get(id)?.([error, result])
      this.#answers.delete(id)
    }
  }
}
