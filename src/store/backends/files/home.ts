import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The user's home: what the environment says where it is an absolute path, else what the system's list of users says.
 * Undefined where neither names one: nothing of the user's may go to the working directory in its place.
 */
export function homeFolder(): string | undefined {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const path = find()
      if (isAbsolute(path)) return path
    } catch {
      // A user id that the system knows no name of, as containers have.
    }
  }
  return undefined
}
