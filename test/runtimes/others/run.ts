import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Answer {
  status: number | null
  stdout: string
  stderr: string
}

const LONGEST_MS = 60_000

/** A folder for one runtime, in which programs find nothing of this process's environment. */
export class Place {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'pith-test-'))
  readonly #runtime: readonly string[]
  readonly #env: Record<string, string>

  /**
   * @param runtime the words that run a program.
   * @param main the program that is `pith` for scripts; none if the runtime is in one file with it.
   */
  constructor(runtime: readonly string[], main = '') {
    this.#runtime = runtime
    const [programs, temporary, home] = ['programs', 'temporary', 'home'].map((name) => this.#made(name))
    this.#env = {
      PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home,
      TMPDIR: temporary,
      FOLDER: this.#made('work'),
      NO_COLOR: '1',
      DENO_NO_UPDATE_CHECK: '1',
    }
    const words = [...runtime, main].filter(Boolean).map((word) => `'${word}'`)
    writeFileSync(join(programs, 'pith'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  }

  /** Runs a module on the runtime. */
  module(file: string, words: readonly string[] = []): Promise<Answer> {
    return this.#answer([...this.#runtime, file, ...words])
  }

  /** Runs a script, in which `pith` is the command on the runtime. */
  sh(script: string): Promise<Answer> {
    return this.#answer(['/bin/sh', '-c', script])
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #made(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path)
    return path
  }

  /** Every answer is without names of folders, and without times. */
  async #answer([file, ...words]: string[]): Promise<Answer> {
    const options = {
      env: this.#env,
      cwd: this.#env.FOLDER,
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    } as const
    const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => parts[name].push(chunk))
    }
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const textOf = (name: 'stdout' | 'stderr') =>
      Buffer.concat(parts[name])
        .toString()
        .replaceAll(this.folder, 'FOLDER')
        .replaceAll(/ after \d+\.\d s/g, ' after … s')
    return { status, stdout: textOf('stdout'), stderr: textOf('stderr') }
  }
}
