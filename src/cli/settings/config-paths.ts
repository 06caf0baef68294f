// Where configuration files are. Loads none of the settings, so that a hook can find out quickly that there are none.
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { homeFolder } from '../../store/backends/files/home.ts'

/** A configuration file: the project's, which anybody may have written, or the user's own. */
export interface ConfigFile {
  level: 'project' | 'user'
  path: string
}

const FILE = 'pith.config.json'

/** The configuration files, in order of precedence. The user's file may not exist. */
export function configFiles(): ConfigFile[] {
  const user = userFile()
  const project = projectFile(user)
  return [
    ...(project === undefined ? [] : [{ level: 'project' as const, path: project }]),
    ...(user === undefined ? [] : [{ level: 'user' as const, path: user }]),
  ]
}

/** `$XDG_CONFIG_HOME/pith/pith.config.json`, else `~/.config/pith/pith.config.json`. */
function userFile(): string | undefined {
  const { XDG_CONFIG_HOME } = process.env
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, 'pith', FILE)
  const home = homeFolder()
  return home === undefined ? undefined : join(home, '.config', 'pith', FILE)
}

/** The nearest configuration file, from the working directory upwards. */
function projectFile(user: string | undefined): string | undefined {
  let folder: string
  try {
    folder = process.cwd()
  } catch {
    // The working directory was removed.
    return undefined
  }
  for (;;) {
    const path = join(folder, FILE)
    if (path !== user && existsSync(path)) return path
    const above = dirname(folder)
    if (above === folder) return undefined
    folder = above
  }
}
