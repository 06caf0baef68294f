import type { Scope, SettingsHome } from '../../agents/install/client.ts'
import { fileFailed } from '../../errors.ts'
import { homeFolder } from '../../store/backends/files/home.ts'

/**
 * Where the settings of clients are on this machine.
 *
 * @throws {PithError} `PITH_FILE_FAILED` if there is no home directory
 */
export function placeFor(scope: Scope): SettingsHome {
  const home = homeFolder()
  if (home === undefined) {
    throw fileFailed('There is no home directory. Set HOME to an absolute path.')
  }
  return { home, folder: process.cwd(), env: process.env, platform: process.platform, scope }
}
