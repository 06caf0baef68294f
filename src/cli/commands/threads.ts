import { configured } from '../settings/config.ts'

/** How many threads may count a large file, if a setting says so. */
export function threadsOption(): { threads?: 1 | 2 } {
  const value = configured('threads')?.value
  return value === 1 || value === 2 ? { threads: value } : {}
}
