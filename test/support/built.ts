import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The built files as they are published, brought up to date first, for tests that use them from outside. */

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const distFile = (name: string): string => join(root, 'dist', name)
export const distUrl = (name: string): string => pathToFileURL(distFile(name)).href

/** Matches the relative imports of a built file. */
const importedFiles = /\b(?:from|import)\s*"(\.[^"]+)"/g

/** The code of an entry with all chunks that it imports statically. Each long string is on one line. */
export function codeOf(name: string): string {
  const codes = new Map<string, string>()
  const add = (file: string): void => {
    if (codes.has(file)) return
    const code = readFileSync(file, 'utf8').replaceAll('\\\n', '')
    codes.set(file, code)
    for (const [, path] of code.matchAll(importedFiles)) add(join(dirname(file), path))
  }
  add(distFile(name))
  return [...codes.values()].join('\n')
}

const lock = join(root, 'build/out/.building')
const LONGEST_BUILD_MS = 120_000

let isFresh = false

/** Builds what is stale, once in each worker unless `again`. Workers that build at the same time wait for each other. */
export function build(again = false): void {
  if (isFresh && !again) return
  takeLock()
  try {
    const { status, stderr } = spawnSync(process.execPath, ['build/prepare.mjs'], {
      cwd: root,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The build failed:\n${stderr}`)
    isFresh = true
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function takeLock(): void {
  mkdirSync(join(root, 'build/out'), { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      return
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      // A killed run may have left its lock, which must not stop the next run.
      if (Date.now() - since > LONGEST_BUILD_MS) rmSync(lock, { recursive: true, force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
}
