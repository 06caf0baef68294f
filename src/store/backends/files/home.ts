import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The user's home directory: from the environment if that is an absolute path, else from the system's list of users.
 * Undefined when neither names one. The working directory is never used instead.
 */
export function homeFolder(): string | undefined {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const path = find()
      if (isAbsolute(path)) return path
    } catch {
      // The user id is not in the list of users, as in some containers.
    }
  }
  return undefined
}
