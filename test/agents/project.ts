import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { root } from '../support/built.ts'
import { packed } from '../support/packed.ts'
import { clientsFolder } from './clients/client.ts'
import { collectFigures } from './figures.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with the command `pith`, installed from the packed package. */
    pithPrograms: string
    /** The program of the MCP server with large results. */
    largeServer: string
    /** Where each suite leaves its figures. */
    figuresFolder: string
    /** Why the clients could not be installed, or ''. */
    installProblem: string
  }
}

const LONGEST_INSTALL_MS = 300_000

/** Before all suites: installs the clients, and the packed pith in a project of its own. */
export async function setup(project: TestProject): Promise<() => void> {
  project.provide('installProblem', installClients())
  const folder = mkdtempSync(join(tmpdir(), 'pith-test-'))
  project.provide('pithPrograms', installPith(folder))
  const server = join(folder, 'large-results.mjs')
  await bundleServer(server)
  project.provide('largeServer', server)
  const figures = join(folder, 'figures')
  mkdirSync(figures)
  project.provide('figuresFolder', figures)
  return () => {
    collectFigures(figures)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Does nothing when the clients of the lock file are there. Each suite fails by itself when its client is not. */
function installClients(): string {
  const madeAt = (name: string) =>
    statSync(join(clientsFolder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (madeAt('node_modules/.package-lock.json') > madeAt('package-lock.json')) return ''
  const once = () => npm(clientsFolder, ['ci', '--ignore-scripts'])
  // A download may fail by chance.
  return once() && once()
}

function installPith(folder: string): string {
  const user = join(folder, 'user')
  mkdirSync(user)
  writeFileSync(join(user, 'package.json'), '{ "private": true }')
  demand(npm(user, ['install', '--offline', '--no-audit', '--no-fund', packed()]))
  return join(user, 'node_modules/.bin')
}

/** The server stands outside the folder in which its packages are installed, so it is bundled with them. */
async function bundleServer(outfile: string): Promise<void> {
  await bundle({
    entryPoints: [join(root, 'test/agents/large-results.mjs')],
    nodePaths: [join(clientsFolder, 'node_modules')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
}

/** Says what went wrong, or ''. */
function npm(cwd: string, words: readonly string[]): string {
  const options = { cwd, encoding: 'utf8', timeout: LONGEST_INSTALL_MS } as const
  const { status, stderr } = spawnSync('npm', words, options)
  return status === 0 ? '' : `\`npm ${words.join(' ')}\` failed:\n${stderr}`
}

function demand(problem: string): void {
  if (problem) throw new Error(problem)
}
