import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Names the world in the environment of everything that runs in it. */
const MARK = 'AGENTS_WORLD'

/** A home that is empty, a project, and an environment without anything of this process. */
export class World {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'pith-agents-'))
  readonly home: string = this.#made('home')
  readonly project: string = this.#made('project')
  readonly env: Record<string, string>
  /** The program of the MCP server with large results. */
  readonly server: string

  /** @param programs folders that come first in PATH. */
  constructor(server: string, programs: readonly string[] = []) {
    this.server = server
    this.env = {
      [MARK]: this.folder,
      PATH: [...programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      HOME: this.home,
      TMPDIR: this.#made('temporary'),
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      TERM: 'dumb',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    }
  }

  /** Writes a file below the world's folder. */
  write(path: string, content: string | object): string {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
    return file
  }

  /** The process ids of all that still runs in this world, whoever started it. */
  running(): number[] {
    const mark = `${MARK}=${this.folder}\0`
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => readProcess(pid, 'environ').includes(mark))
  }

  /** The words of all that still runs in this world. */
  commands(): string[][] {
    return this.running().map((pid) => readProcess(pid, 'cmdline').split('\0'))
  }

  /** Ends what still runs, and removes the folder. */
  async end(): Promise<void> {
    for (let left = this.running(); left.length > 0; left = this.running()) {
      for (const pid of left) kill(pid)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #made(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path)
    return path
  }
}

/** A file of the kernel about a process. It is empty for a process that has ended. */
function readProcess(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
