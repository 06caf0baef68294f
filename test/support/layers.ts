import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { root } from './built.ts'

/** Finds the imports between files, and those that the table of layers does not allow. */

export interface Import {
  /** A path from the root, or a package's name. */
  target: string
  /** True for `import type`, which is erased at build time. */
  typeOnly: boolean
}

/** Source text by path from the root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/**
 * What a layer may import besides itself and the free files. `'scan'` is a layer, `'type scan'` its types,
 * `'render/size'` one file of a layer, `'node:'` Node's modules.
 */
export type LayerTable = Readonly<Record<string, readonly string[]>>

export interface Layers {
  table: LayerTable
  /** Files and layers that every layer may import. */
  free: readonly string[]
  layerOf(file: string): string
  /** Files that may import Node's modules although their layer may not. */
  nodeFiles: readonly string[]
  /** Files that may import a package, with its name: an optional peer, or one that the bundles contain. */
  packages: Readonly<Record<string, string>>
}

export function sourcesIn(...folders: string[]): Sources {
  const sources = new Map<string, string>()
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = posix.join(folder, entry.replaceAll('\\', '/'))
      if (file.endsWith('.ts')) sources.set(file, readFileSync(join(root, file), 'utf8'))
    }
  }
  return sources
}

export const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

export function importsOf(file: string, source: string): Import[] {
  const code = withoutComments(source)
  const statements = code.matchAll(/^(?:import|export)\s(?:([^'"]*?)\sfrom\s+)?['"]([^'"]+)['"]/gm)
  const calls = code.matchAll(/\b(?:import|require)\(\s*['"]([^'"]+)['"]/g)
  return [
    ...Array.from(statements, ([, names, name]) => ({ typeOnly: /^type\b/.test(names ?? ''), name })),
    ...Array.from(calls, ([, name]) => ({ typeOnly: false, name })),
  ].map(({ typeOnly, name }) => ({ typeOnly, target: targetOf(file, name) }))
}

function targetOf(file: string, name: string): string {
  if (!name.startsWith('.')) return name
  const path = posix.join(dirname(file), name)
  return path.endsWith('.ts') ? path : `${path}.ts`
}

/** One sentence for each import that is not allowed. */
export function forbiddenArrows(sources: Sources, layers: Layers): string[] {
  return [...sources].flatMap(([file, source]) =>
    importsOf(file, source).flatMap((arrow) => {
      const why = whyForbidden(file, arrow, sources, layers)
      const what = arrow.typeOnly ? 'types' : 'values'
      return why === undefined ? [] : [`${file} imports ${what} from ${arrow.target}, ${why}.`]
    }),
  )
}

function whyForbidden(file: string, arrow: Import, sources: Sources, layers: Layers): string | undefined {
  const { target, typeOnly } = arrow
  const layer = layers.layerOf(file)
  const allowed = layers.table[layer]
  if (allowed === undefined) return `but the table has no layer ${layer}`
  if (target.startsWith('node:')) {
    if (allowed.includes('node:') || layers.nodeFiles.includes(file)) return undefined
    return `but ${layer} runs where there is no Node`
  }
  const own = layers.packages[file]
  if (own !== undefined && `${target}/`.startsWith(`${own}/`)) return undefined
  if (!sources.has(target)) return 'which is no file of the project'
  const other = layers.layerOf(target)
  if (other === layer || layers.free.includes(other)) return undefined
  const one = target.replace(/^src\//, '').replace(/\.ts$/, '')
  if (allowed.includes(other) || allowed.includes(one)) return undefined
  if (typeOnly && allowed.includes(`type ${other}`)) return undefined
  return `but ${layer} may import ${allowed.length === 0 ? 'nothing' : allowed.join(', ')}`
}

/** Each circle of imports, `import type` included, from its first file back to it. */
export function cyclesIn(sources: Sources): string[] {
  const cycles: string[] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file].join(' imports '))
    if (at >= 0 || finished.has(file)) return
    path.push(file)
    for (const { target } of importsOf(file, sources.get(file) ?? '')) {
      if (sources.has(target)) visit(target)
    }
    path.pop()
    finished.add(file)
  }
  for (const file of sources.keys()) visit(file)
  return cycles
}
