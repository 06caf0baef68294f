import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Which suites there are and what each asks for. The configurations choose by that, so that none names a suite.

export interface Suite {
  path: string
  /** It starts many processes, waits, or tries very many cases: `// @deep` in it, or a place in test/deep. */
  isDeep: boolean
  /** It has more cases in the deep suite. */
  hasMore: boolean
  /** It passes the scanner under test on, so it may differ between both: itself, or beside the scanners through the laws. */
  asksBackend: boolean
  /** It holds the scanners, or what stands closest to them, against each other. */
  isOfScanners: boolean
  /** It puts something in a module's place, or loads it afresh, so it needs modules of its own. */
  replaces: boolean
  /** It needs Node: `// @node` in it, a module of Node's that it reaches, or a room of Node's side. */
  isOfNode: boolean
  /** It is of the files that a browser gives a site. */
  isOfBrowsers: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Rooms that have configurations of their own. */
const ELSEWHERE = /^test\/(?:adapters|agents|browser|runtimes\/others|store\/s3\/real)\//
const OF_NODE =
  /^test\/(?:assembly|bench|build|cli|command|deep|docs|hash|install|mcp|net|node|plain|plugins|runtimes)\//
const OF_SCANNERS = /^test\/(?:core\/scan|scan)\//
/** Where what a scanner found is put together. What is made of it knows no scanner. */
const BESIDE_SCANNERS = /^test\/(?:(?:collect|core|engine|scan)\/.*|[^/]*)$/
const ASKS = /inject\('backend'\)/
/** A browser has substitutes for the other three. */
const NODE_MODULE = /(?:from|import|import\() ?'node:(?!(?:crypto|fs|url)')/

const texts = new Map<string, string>()

function textOf(path: string): string {
  let text = texts.get(path)
  if (text === undefined) {
    const file = join(root, path)
    text = /\.m?[jt]s$/.test(path) && existsSync(file) ? readFileSync(file, 'utf8') : ''
    texts.set(path, text)
  }
  return text
}

/** True if a file, or one that it imports from a folder, has such a text. */
function reaches(path: string, pattern: RegExp, folder: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(path) || !folder.test(path)) return false
  seen.add(path)
  const text = textOf(path)
  if (pattern.test(text)) return true
  const imported = text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)
  return Array.from(imported).some(([, name]) => reaches(join(dirname(path), name), pattern, folder, seen))
}

function suiteOf(path: string): Suite {
  const text = textOf(path)
  const isOfBrowsers = path.startsWith('test/store/opfs') && !/^\/\/ @node/m.test(text)
  return {
    path,
    isDeep: path.startsWith('test/deep/') || /^\/\/ @deep/m.test(text),
    hasMore: reaches(path, /inject\('thorough'\)/, /^test\//),
    asksBackend: ASKS.test(text) || (BESIDE_SCANNERS.test(path) && reaches(path, ASKS, /^test\//)),
    isOfScanners: OF_SCANNERS.test(path) || text.includes("/support/scan-run.ts'"),
    replaces: /\bvi\.(mock|doMock|resetModules)\(/.test(text),
    isOfNode:
      OF_NODE.test(path) || /^\/\/ @node/m.test(text) || reaches(path, NODE_MODULE, /^(?:bench|test|src)\//),
    isOfBrowsers,
  }
}

/** All suites but those of rooms that have configurations of their own. */
export const suites: readonly Suite[] = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && !ELSEWHERE.test(path))
  .sort()
  .map(suiteOf)

/** The paths of the suites for which something is true. */
export const pathsOf = (isMeant: (suite: Suite) => boolean): string[] =>
  suites.filter(isMeant).map(({ path }) => path)
