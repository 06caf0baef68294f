import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The user's home: as the environment says where that is an absolute path, else as the system's list of users says.
 * Undefined where neither names one. The working directory is no substitute.
 */
export function homeFolder(): string | undefined {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const path = find()
      if (isAbsolute(path)) return path
    } catch {
      // The user id has no name, as in some containers.
    }
  }
  return undefined
}
