import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { NewEvent } from '../extra/events/events.ts'
import { keyedDigestOf } from './digest.ts'
import { isOwnFile, READ } from './own-file.ts'

/** No run can have this name. */
const NAME = '.salt'
const BYTES = 32

/**
 * The random key of an events directory. All processes share it, so equal paths have equal digests in the directory.
 * Makes the key when it is missing. Undefined when it cannot be read.
 */
export function saltIn(directory: string): Uint8Array | undefined {
  const path = join(directory, NAME)
  try {
    return readSalt(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined
  }
  try {
    makeSalt(path)
    return readSalt(path)
  } catch {
    return undefined
  }
}

/** Undefined for a file that others could have written. */
function readSalt(path: string): Uint8Array | undefined {
  const descriptor = openSync(path, READ)
  try {
    const stat = fstatSync(descriptor)
    const salt = new Uint8Array(BYTES)
    const isSalt = stat.isFile() && isOwnFile(stat) && stat.size === BYTES
    return isSalt && readSync(descriptor, salt, 0, BYTES, 0) === BYTES ? salt : undefined
  } finally {
    closeSync(descriptor)
  }
}

/** Writes the file aside, so that no process reads a part of it. The first process wins. */
function makeSalt(path: string): void {
  const aside = `${path}-${randomBytes(8).toString('hex')}`
  const descriptor = openSync(aside, 'wx', 0o600)
  try {
    writeSync(descriptor, randomBytes(BYTES))
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(aside, path)
    unlinkSync(aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') unlinkSync(aside)
    // This file system has no links.
    else renameSync(aside, path)
  }
}

/** Salts the digests of an event, so that only who has the salt can test guesses. Without a salt, removes them. */
export function saltedEvent(event: NewEvent, salt: Uint8Array | undefined): NewEvent {
  const { argumentsDigest, file, ...rest } = event
  const salted = (digest: string | undefined, name: string) =>
    digest !== undefined && salt ? { [name]: keyedDigestOf(salt, digest) } : {}
  return { ...rest, ...salted(argumentsDigest, 'argumentsDigest'), ...salted(file, 'file') }
}
