import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The environment of a user who has nothing but this home directory. */
export const homeEnvironment = (home: string) => ({
  HOME: home,
  XDG_STATE_HOME: join(home, '.local/state'),
  XDG_CONFIG_HOME: '',
  PATH: '/usr/bin:/bin',
})

/** Writes a file below a home directory, with its folders. Returns its path. */
export function writeIn(home: string, name: string, content: string | Buffer): string {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Every file below a home directory, with its bytes. */
export const filesIn = (home: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => lstatSync(join(home, name)).isFile())
      .map((name) => [name, readFileSync(join(home, name), 'latin1')]),
  )
