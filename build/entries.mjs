import { readFileSync } from 'node:fs'

const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'))

/**
 * Folders of dist whose sources have another name: package.json, settings of agents and threads name files of dist, so
 * these stay where they are.
 */
const FOLDERS = [
  ['adapters', 'agents/adapters'],
  ['budget', 'extra/budget'],
  ['events', 'extra/events'],
  ['node', 'host'],
  ['plugins', 'agents/plugins'],
  ['profiles', 'extra/profiles'],
  ['structure', 'kinds'],
  ['tokens', 'core/tokens'],
]

const renamed = (path, from, to) => {
  const folder = FOLDERS.find((each) => path.startsWith(`${each[from]}/`))
  return folder ? folder[to] + path.slice(folder[from].length) : path
}

/** The source of a file of dist, both without `dist/` or `src/` and without an ending. */
export const sourceOf = (name) => renamed(name, 0, 1)

/** What a source becomes, as esbuild takes it: `{ in: 'src/host/index.ts', out: 'node/index' }`. */
export const entryOf = (source) => ({
  in: source,
  out: renamed(source.replace(/^src\/(.*)\.ts$/, '$1'), 1, 0),
})

const pathsOf = (target) => (typeof target === 'string' ? [target] : Object.values(target))
const sourcesOf = (targets) =>
  targets
    .flatMap(pathsOf)
    .filter((path) => path.endsWith('.js'))
    .map((path) => `src/${sourceOf(path.replace(/^\.\/dist\/(.*)\.js$/, '$1'))}.ts`)

/** The source of each bundle that package.json exports: `dist/plain/index.js` is made of `src/plain/index.ts`. */
export const publicSources = sourcesOf(Object.values(exports))

/** The same with the command. */
export const sources = [...publicSources, ...sourcesOf(Object.values(bin))]

/** Entries that are one file each and load nothing else, because they are there to be small. */
export const ALONE = ['src/plain/index.ts']

/** The entries that share chunks. */
export const chunkedSources = publicSources.filter((path) => !ALONE.includes(path))

/** Threads: bundles without chunks, started by their paths. */
export const THREADS = ['src/host/web/markdown-thread.ts']

/** Plugins of agents: one file each, so that it can be copied or named by its path. */
export const PLUGINS = ['src/agents/plugins/opencode.ts', 'src/agents/plugins/pi.ts']
