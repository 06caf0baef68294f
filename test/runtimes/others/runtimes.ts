import { join } from 'node:path'
import { root } from '../../support/built.ts'

/** The folder whose package.json names the runtimes. They come from packages that hold the programs themselves. */
export const runtimesFolder: string = join(root, '.ci/runtimes')

const installed = (path: string): string => join(runtimesFolder, 'node_modules', path)

export const deno = [installed('@deno/linux-x64-glibc/deno'), 'run', '--no-prompt'] as const

export const workerd: string = installed('@cloudflare/workerd-linux-64/bin/workerd')

/** All that pith needs under Deno, which allows nothing by itself. */
const permissions = ['--allow-env', '--allow-read', '--allow-write', '--allow-sys', '--allow-run']

/** The words that run a program on each runtime. */
export const runtimes = {
  'Node 20': [installed('node-20/bin/node')],
  'Node 22': [installed('node-22/bin/node')],
  'Node 24': [installed('node-24/bin/node')],
  'Node 26': [installed('node-26/bin/node')],
  Bun: [installed('@oven/bun-linux-x64-baseline/bin/bun')],
  Deno: [...deno, ...permissions],
  'Deno that allows everything': [...deno, '--allow-all'],
} as const satisfies Record<string, readonly string[]>

export type Runtime = keyof typeof runtimes

/** The oldest runtime that pith supports. The others must do what it does. */
export const reference: Runtime = 'Node 20'

export const others = (Object.keys(runtimes) as Runtime[]).filter((name) => name !== reference)
