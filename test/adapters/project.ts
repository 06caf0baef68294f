import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { root } from '../support/built.ts'
import { examplesInMarkdown } from '../support/examples.ts'
import { documentOf } from '../support/markdown.ts'
import { packed } from '../support/packed.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A project with the packed pith, all SDKs, the programs and the snippets of docs/sdks.md, compiled. */
    adaptersProject: string
    /** What the compiler said of them, or ''. */
    compilerProblem: string
  }
}

const sdksFolder = join(root, '.ci/sdks')

/** Folders that see different versions of a package by the same name. */
const versions = { 'ai-6': 'ai', 'ai-7': 'ai' } as const

/** Before all suites: installs the SDKs and the packed pith, and compiles what is run with them. */
export function setup(project: TestProject): () => void {
  installSdks()
  const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  demand(npm(folder, ['install', '--offline', '--no-audit', '--no-fund', packed()]))
  linkSdks(folder)
  cpSync(join(root, 'test/adapters/programs'), folder, { recursive: true })
  for (const version of Object.keys(versions))
    cpSync(join(folder, 'ai'), join(folder, version), { recursive: true })
  rmSync(join(folder, 'ai'), { recursive: true })
  writeSnippets(folder)
  project.provide('adaptersProject', folder)
  project.provide('compilerProblem', compile(folder))
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Does nothing when the SDKs of the lock file are there. */
function installSdks(): void {
  const madeAt = (name: string) => statSync(join(sdksFolder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (madeAt('node_modules/.package-lock.json') > madeAt('package-lock.json')) return
  // Optional packages are programs and bindings that no suite needs.
  const once = () => npm(sdksFolder, ['ci', '--ignore-scripts', '--omit=optional'])
  // A download may fail by chance.
  demand(once() && once())
}

function linkSdks(folder: string): void {
  const from = join(sdksFolder, 'node_modules')
  for (const name of readdirSync(from).filter((each) => !each.startsWith('.')))
    symlinkSync(join(from, name), join(folder, 'node_modules', name), 'dir')
  for (const [version, name] of Object.entries(versions)) {
    mkdirSync(join(folder, version, 'node_modules'), { recursive: true })
    symlinkSync(join(from, version), join(folder, version, 'node_modules', name), 'dir')
  }
}

/** Each snippet is a module beside the programs of its SDK: the comment in its first line names it. */
function writeSnippets(folder: string): void {
  for (const { code, name } of examplesInMarkdown('docs/sdks.md', documentOf('docs/sdks.md'), 'ts')) {
    const [, place] = /^\/\/ (\S+)\.ts\n/.exec(code) ?? []
    if (place === undefined) throw new Error(`Expected ${name} to begin with the name of its file.`)
    const places = place.startsWith('ai/')
      ? Object.keys(versions).map((each) => place.replace('ai', each))
      : [place]
    for (const each of places) writeFileSync(join(folder, `${each}.ts`), code)
  }
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  skipLibCheck: true,
  rewriteRelativeImportExtensions: true,
}

/** Compiles in place, so that each module finds the packages beside it. */
function compile(folder: string): string {
  const include = ['*/*.ts', '*.ts']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const words = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

/** Says what went wrong, or ''. */
function npm(cwd: string, words: readonly string[]): string {
  const { status, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' })
  return status === 0 ? '' : `\`npm ${words.join(' ')}\` failed:\n${stderr}`
}

function demand(problem: string): void {
  if (problem) throw new Error(problem)
}
