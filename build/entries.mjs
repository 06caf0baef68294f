import { readFileSync } from 'node:fs'

const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'))

const pathsOf = (target) => (typeof target === 'string' ? [target] : Object.values(target))
const sourcesOf = (targets) =>
  targets
    .flatMap(pathsOf)
    .filter((path) => path.endsWith('.js'))
    .map((path) => path.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts'))

/** The source of each bundle that package.json exports: `dist/a/b.js` is made of `src/a/b.ts`. */
export const publicSources = sourcesOf(Object.values(exports))

/** The same with the command. */
export const sources = [...publicSources, ...sourcesOf(Object.values(bin))]

/** Entries that are one file each and load nothing else, because they are there to be small. */
export const ALONE = ['src/plain/index.ts']

/** The entries that share chunks. */
export const chunkedSources = publicSources.filter((path) => !ALONE.includes(path))

/** Threads: bundles without chunks, started by their paths. */
export const THREADS = ['src/node/scan-thread.ts', 'src/node/web/markdown-thread.ts']

/** Plugins of agents: one file each, so that it can be copied or named by its path. */
export const PLUGINS = ['src/plugins/opencode.ts', 'src/plugins/pi.ts']
