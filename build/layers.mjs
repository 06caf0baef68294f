// Decides which small chunks become one. esbuild makes a chunk for each set of entries that reach the same code: some
// 90 chunks, most of them smaller than 2 kB. Each costs a process that loads it a fifth of a millisecond.

/** Chunks below this size are joined with others. */
const SMALL_BYTES = 8000

/**
 * Modules that belong together, because the same public entries reach them. The commands that need one of them load
 * all, a public entry loads nothing that it does not need.
 *
 * @param metafile what esbuild says about its outputs
 * @param sources `core`, which all commands load; entries whose code is left `alone`; `commands` on demand
 * @returns for each layer its modules and the commands that need it
 */
export function layersOf(metafile, { core, alone, commands }) {
  const { outputs } = metafile
  const always = importsOf(outputs, outputOf(outputs, core))
  const layers = new Map()
  for (const [path, entries] of reachedBy(outputs)) {
    const { bytes, inputs, entryPoint } = outputs[path]
    if (entryPoint || bytes >= SMALL_BYTES || entries.some((entry) => alone.includes(entry))) continue
    // It would bring a large chunk to commands that do not need it.
    if ([...importsOf(outputs, path)].some((next) => !always.has(next) && outputs[next].bytes >= SMALL_BYTES))
      continue
    const modules = Object.keys(inputs).filter((input) => input.startsWith('src/'))
    const key = entries.filter((entry) => !commands.includes(entry)).join()
    const layer = layers.get(key) ?? { modules: [], commands: new Set() }
    layer.modules.push(...modules)
    for (const entry of entries) if (commands.includes(entry)) layer.commands.add(entry)
    layers.set(key, layer)
  }
  return [...layers.values()].filter(({ modules }) => modules.length > 1)
}

/** Each output with the sources of the entries that import it statically. */
function reachedBy(outputs) {
  const reached = new Map(Object.keys(outputs).map((path) => [path, []]))
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint) for (const output of importsOf(outputs, path)) reached.get(output).push(entryPoint)
  }
  return reached
}

function importsOf(outputs, path, seen = new Set()) {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind === 'import-statement' && next in outputs) importsOf(outputs, next, seen)
  }
  return seen
}

const outputOf = (outputs, source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source)
