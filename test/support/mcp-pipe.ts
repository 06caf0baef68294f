import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { distFile } from './built.ts'

/** A message as a test reads it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever a server answers.
export type Answer = any

const main = distFile('cli/main.js')
export const testServer = join(import.meta.dirname, '../mcp/server.mjs')

/** The slowest answers of the tests take 30 seconds. */
const LATEST_MS = 120_000

/** Starts a program that speaks the protocol over its standard input and output, and shows every line as it came. */
export class McpPipe {
  readonly folder = mkdtempSync(join(tmpdir(), 'pith-mcp-'))
  readonly child: ChildProcess
  readonly lines: string[] = []
  stderr = ''
  readonly #waiting = new Set<() => void>()

  /** With `words` of `pith`, or the words of another program. */
  constructor(
    words: readonly string[],
    env: Record<string, string> = {},
    program: readonly string[] = [main],
  ) {
    const own = { PITH_ARTIFACTS: join(this.folder, 'artifacts'), XDG_STATE_HOME: join(this.folder, 'state') }
    this.child = spawn(process.execPath, [...program, ...words], {
      cwd: this.folder,
      env: { ...process.env, ...own, ...env },
      stdio: 'pipe',
    })
    this.child.stdin?.on('error', () => {})
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk
    })
    if (this.child.stdout) {
      createInterface({ input: this.child.stdout, crlfDelay: 0 }).on('line', (line) => {
        this.lines.push(line)
        this.#wake()
      })
    }
  }

  write(words: string | Buffer): void {
    this.child.stdin?.write(words)
  }

  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** The first line that is as asked, once it is there. Throws what came instead if it does not come. */
  async line(is: (line: string) => boolean): Promise<string> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#wake()
    }, LATEST_MS)
    try {
      for (;;) {
        const found = this.lines.find(is)
        if (found !== undefined) return found
        if (isLate)
          throw new Error(`The line did not come. These came:\n${this.lines.join('\n')}\n${this.stderr}`)
        await new Promise<void>((resolve) => this.#waiting.add(resolve))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  #wake(): void {
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }

  /** Sends a request and waits for its answer. */
  async ask(id: string | number, method: string, params?: object): Promise<Answer> {
    this.send({ id, method, ...(params && { params }) })
    return JSON.parse(await this.line((line) => line.includes(`"id":${JSON.stringify(id)}`))) as Answer
  }

  call(id: string | number, name: string, args: object = {}): Promise<Answer> {
    return this.ask(id, 'tools/call', { name, arguments: args })
  }

  /** As a client whose model reads structured content, unless told otherwise. */
  initialize(protocolVersion = '2025-11-25', name = 'claude-code'): Promise<Answer> {
    const clientInfo = { name, version: '1' }
    return this.ask('init', 'initialize', { protocolVersion, capabilities: {}, clientInfo })
  }

  /** Closes the input and returns how the program ended. */
  async end(): Promise<{ status: number | null; signal: string | null }> {
    const { child } = this
    child.stdin?.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(this.folder, { recursive: true, force: true })
    return { status: child.exitCode, signal: child.signalCode }
  }
}

/** `pith mcp wrap` in front of the server of the tests, or of another one. */
export const wrapped = (
  words: readonly string[] = [],
  server: readonly string[] = [process.execPath, testServer],
  env: Record<string, string> = {},
): McpPipe => new McpPipe(['mcp', 'wrap', ...words, '--', ...server], env)
