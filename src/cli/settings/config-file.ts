import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { READ_FLAGS } from '../../host/open-regular.ts'
import type { ConfigFile } from './config-paths.ts'
import { allSettings, commandKey } from './settings.ts'

const MOST_FILE_BYTES = 1024 * 1024

/** A value of a file. A group that is not an object is one value, under the group's key. */
export interface Given {
  key: string
  given: unknown
}

/** What a file says. Empty if there is no such file. */
export interface Content {
  values?: Given[]
  /** Why nothing of it is used. */
  problem?: string
  /** True if the whole is not JSON. */
  isMalformed?: true
  /** True if such a file has the name of the setting that hides secrets. */
  mentionsRedact?: boolean
}

/** Reads a configuration file, unless somebody else could have written it. */
export function readConfig({ path, level }: ConfigFile): Content {
  let descriptor: number
  try {
    // A link in a project could lead to any file of the user. The user's own may be a link into a folder of settings.
    const noFollow = level === 'project' ? (constants.O_NOFOLLOW ?? 0) : 0
    descriptor = openSync(path, READ_FLAGS | noFollow)
  } catch (error) {
    return failureOf(error as NodeJS.ErrnoException)
  }
  try {
    const problem = distrust(descriptor, path)
    if (problem !== undefined) return { problem }
    const content = contentOf(readFileSync(descriptor, 'utf8'))
    const isOverfull = level === 'project' && (content.values?.length ?? 0) > allSettings.length
    return isOverfull ? { problem: 'it has more keys than there are settings' } : content
  } catch (error) {
    return failureOf(error as NodeJS.ErrnoException)
  } finally {
    closeSync(descriptor)
  }
}

function failureOf({ code, message }: NodeJS.ErrnoException): Content {
  if (code === 'ENOENT' || code === 'ENOTDIR') return {}
  if (code === 'ELOOP') return { problem: 'it is a symbolic link' }
  if (code === 'ENXIO' || code === 'ENODEV') return { problem: NOT_REGULAR }
  return { problem: `it could not be read: ${message}` }
}

const NOT_REGULAR = 'it is not a regular file'

/** Why a file is not used. Undefined for a file that only its owner, who is the user or root, can have written. */
function distrust(descriptor: number, path: string): string | undefined {
  const stat = fstatSync(descriptor)
  if (!stat.isFile()) return NOT_REGULAR
  // Checks the link too, because another user's link could lead to any file of this user.
  if (!isOwners(stat) || !isOwners(lstatSync(path))) return 'it belongs to another user'
  if (process.getuid && (stat.mode & 0o022) !== 0) return 'others can write to it; run `chmod go-w` on it'
  return stat.size > MOST_FILE_BYTES ? 'it is larger than 1 MiB' : undefined
}

/** Whether a file belongs to the user or to root. */
const isOwners = ({ uid }: { uid: number }): boolean =>
  !process.getuid || uid === 0 || uid === process.getuid()

function contentOf(json: string): Content {
  try {
    // Some editors begin a file with a byte order mark.
    return { values: leavesOf(JSON.parse(json.replace(/^\ufeff/, '')), '') }
  } catch {
    return { problem: 'it is not valid JSON', isMalformed: true, mentionsRedact: json.includes('redact') }
  }
}

/** Flattens an object to pairs of a dotted key and a value. The whole has the key ''. */
function leavesOf(content: unknown, prefix: string): Given[] {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return [{ key: prefix.slice(0, -1), given: content }]
  return Object.entries(content).flatMap(([name, given]): Given[] => {
    const key = prefix + name
    // The words of a command may hold dots.
    const isInRule = prefix.startsWith('commands.')
    const isOuter = prefix === 'commands.' || (!isInRule && isGroup(key))
    return isOuter ? leavesOf(given, `${key}.`) : [{ key, given }]
  })
}

/** Whether a key is that of an object with settings. The whole file is one. */
export const isGroup = (key: string): boolean =>
  key === '' ||
  (/^commands(?:\.|$)/.test(key) && commandKey(key) === undefined) ||
  allSettings.some((one) => one.key.startsWith(`${key}.`))
