import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandUnderTest } from './command.ts'

/** A project with a configuration file, and a user's file beside it. */
export interface Project {
  /** A folder two levels below the project's. */
  cwd: string
  /** The project's file. */
  path: string
  /** The user's file. */
  own: string
  home: string
  env: Record<string, string>
}

/** Returns a function that makes projects. A string is the file's text, anything else its JSON. */
export function projectsIn(box: CommandUnderTest): (content: unknown, user?: unknown) => Project {
  let made = 0
  return (content, user = {}) => {
    const home = join(box.folder, `project-${made++}`)
    const cwd = join(home, 'project', 'deep', 'down')
    mkdirSync(cwd, { recursive: true })
    mkdirSync(join(home, 'config', 'pith'), { recursive: true })
    const path = join(home, 'project', 'pith.config.json')
    const own = join(home, 'config', 'pith', 'pith.config.json')
    const textOf = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given))
    writeFileSync(path, textOf(content), { mode: 0o600 })
    writeFileSync(own, textOf(user), { mode: 0o600 })
    return { cwd, path, own, home, env: { XDG_CONFIG_HOME: join(home, 'config') } }
  }
}
