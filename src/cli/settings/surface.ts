import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Surface } from '../../options.ts'
import { configured } from './config.ts'

/** How people call this command: by `npx --offline pith`, or by its name. */
export const ownName: Surface = isNpx(process.env, process.argv[1]) ? 'npx' : 'command'

/** Where the text is read, and so the words of its calls: what the setting says, else as people call this command. */
export const surface = (): Surface => (configured('notice.surface')?.value as Surface | undefined) ?? ownName

/**
 * True for `npx pith` where npx finds pith again by its name: an installed one, the package of the working directory
 * itself, or one that npx took from the registry into its cache. A program that was started by npx, and that calls pith
 * itself, calls it by its name.
 */
function isNpx(env: NodeJS.ProcessEnv, program = ''): boolean {
  const { npm_command, npm_lifecycle_event, npm_lifecycle_script = '', npm_package_bin_pith } = env
  return (
    npm_command === 'exec' &&
    npm_lifecycle_event === 'npx' &&
    /^'?pith(?:'|\s|$)/.test(npm_lifecycle_script) &&
    (npm_package_bin_pith !== undefined || !/[\\/]_npx[\\/]/.test(program) || isFromRegistry(program))
  )
}

/** False for a package that came into the cache of npx by a path or an address, as by `npx ./pith`. */
function isFromRegistry(program: string): boolean {
  try {
    const project = readFileSync(join(program, '../../../package.json'), 'utf8')
    const { dependencies } = JSON.parse(project) as { dependencies: Record<string, string> }
    return Object.values(dependencies).every((version) => /^[~^]?\d/.test(version))
  } catch {
    return false
  }
}
