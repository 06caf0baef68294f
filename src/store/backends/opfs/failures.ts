import type { PithError } from '../../../errors.ts'
import { storeFailure as fileFailure, readFailure as fileReadFailure, StoreError } from '../../failures.ts'
import type { StoreFailure } from '../../writer.ts'

export const NO_MORE_SPACE = 'the browser gives this site no more space'

/** The browser's error names, each with the matching system code and a reason. */
const REASONS: Record<string, readonly [code: string, reason: string]> = {
  QuotaExceededError: ['ENOSPC', NO_MORE_SPACE],
  NotFoundError: ['ENOENT', 'its file or directory is gone'],
  NotReadableError: ['EIO', 'its file cannot be read'],
  NoModificationAllowedError: ['EBUSY', 'its file is in use'],
  NotAllowedError: ['EACCES', 'the browser does not allow it'],
  SecurityError: ['EACCES', 'the browser does not allow it'],
  TypeMismatchError: ['ENOTDIR', 'a part of its path is not a directory'],
}

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

export const isQuotaExceeded = (error: unknown): boolean => nameOf(error) === 'QuotaExceededError'

/** Also true when the browser has no private files at all. */
export const isMissingInBrowser = (error: unknown): boolean =>
  nameOf(error) === 'NotFoundError' || (error instanceof StoreError && error.code === 'ENOTSUP')

/** Replaces a browser's error by one with a system code. */
function translated(error: unknown): unknown {
  const name = nameOf(error)
  if (error instanceof StoreError || name === 'PithError') return error
  const [code, reason] = REASONS[name] ?? ['UNKNOWN', `the browser reports ${name || 'an error'}`]
  return new StoreError(code, reason)
}

export const browserFailure = (error: unknown): StoreFailure => fileFailure(translated(error))

export const browserReadFailure = (error: unknown): PithError => fileReadFailure(translated(error))
