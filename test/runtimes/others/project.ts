import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { root } from '../../support/built.ts'
import { packed } from '../../support/packed.ts'
import { runtimesFolder } from './runtimes.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A project with the packed pith and the optional packages that it can use. */
    fullProject: string
    /** A project with nothing but the packed pith. */
    bareProject: string
    /** The command and Bun in one file. */
    binary: string
  }
}

const { binaries }: { binaries(archs: string[]): string[] } = await import(
  /* @vite-ignore */ new URL('../../../build/binary.mjs', import.meta.url).href
)

const optionalPackages = ['@huggingface/tokenizers', 'aws4fetch', 'gpt-tokenizer']

/** Before all suites: installs the runtimes, and the packed library in projects of its own. */
export function setup(project: TestProject): () => void {
  installRuntimes()
  const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  const archive = packed()
  const [bare, full] = ['bare', 'full'].map((name) => projectWith(join(folder, name), archive))
  for (const name of optionalPackages)
    link(join(root, 'node_modules', name), join(full, 'node_modules', name))
  project.provide('binary', binaries([process.arch])[0])
  project.provide('bareProject', bare)
  project.provide('fullProject', full)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Does nothing when the runtimes of the lock file are there. */
function installRuntimes(): void {
  const madeAt = (name: string) =>
    statSync(join(runtimesFolder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (madeAt('node_modules/.package-lock.json') > madeAt('package-lock.json')) return
  npm(runtimesFolder, ['ci', '--ignore-scripts'])
}

function projectWith(folder: string, archive: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  npm(folder, ['install', '--offline', '--no-audit', '--no-fund', archive])
  return folder
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'dir')
}

function npm(cwd: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`\`npm ${words.join(' ')}\` failed:\n${stderr}`)
}
