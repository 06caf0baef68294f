// Divides a bundle into two CommonJS files: what every call needs, and what is loaded when it is first used. They share
// the modules of the first file, so that a process has one copy of each.
import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { build } from 'esbuild'

const pathOf = (path, resolveDir) => relative('.', resolve(resolveDir, path)).replaceAll('\\', '/')
const BUILTIN = 'builtin'
const isOwn = (path) => /^\.{1,2}\/.*\.ts$/.test(path)

/** The values that each module exports and never changes. */
async function exportsOf(paths) {
  const { metafile } = await build({
    entryPoints: paths,
    bundle: false,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: 'none',
    outbase: '.',
  })
  const fixed = ({ entryPoint, exports }) => {
    const changing = readFileSync(entryPoint, 'utf8').match(/(?<=^export let )\w+/gm) ?? []
    return [entryPoint, exports.filter((name) => !changing.includes(name))]
  }
  return new Map(Object.values(metafile.outputs).map(fixed))
}

/** Exports whose values are looked up when they are used. */
const lookedUp = (path, names) => `
let module
const its = () => (module ??= ${path})
Object.defineProperty(exports, '__esModule', { value: true })
for (const name of ${JSON.stringify(names)})
  Object.defineProperty(exports, name, { enumerable: true, get: () => its()[name] })
`
/** Exports whose values are there already. */
const taken = (module, names) => `export const { ${names.join(', ')} } = ${module}`

/** The module of a path in the other file. */
const moduleOf = (path, file) => `require(${JSON.stringify(file)}).modules[${JSON.stringify(path)}]`

/** Resolves modules that another file has, and those files themselves. */
const elsewhere = ({ has, file, write, names, noted }) => ({
  name: `in ${file}`,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
      if (kind === 'entry-point' || !isOwn(path)) return undefined
      const whole = pathOf(path, resolveDir)
      if (!has.has(whole)) return undefined
      noted.add(whole)
      return { path: whole, namespace: file }
    })
    onResolve({ filter: new RegExp(`^${file.replaceAll('.', '\\.')}$`) }, ({ path }) => ({
      path,
      external: true,
    }))
    onLoad({ filter: /^/, namespace: file }, async ({ path }) => ({
      contents: write(moduleOf(path, file), (await names([path])).get(path)),
      loader: 'js',
    }))
  },
})

/** What a file exports for the other one: modules by their paths, each begun when it is first used. */
const modulesFor = (paths) =>
  `export const modules = {
${[...paths].map((path) => `get ${JSON.stringify(path)}() { return require('./${path}') }`).join(',\n')}
}`

/**
 * @param {object} options those of esbuild for both files
 * @param {string} entry the module whose exports the first file has
 * @param {string[]} behind modules of the second file that the first one uses
 * @param {{ first: string, second: string }} files their names, such as `cli/first.js`
 */
export async function divided(options, entry, behind, { first, second }) {
  const behindSet = new Set(behind)
  const [firstFile, secondFile] = [first, second].map((name) => `./${name.split('/').pop()}`)
  const bundle = (name, contents, plugin, write) =>
    build({
      ...options,
      write,
      plugins: [plugin, ...options.plugins],
      stdin: { contents, resolveDir: '.', loader: 'ts' },
      outdir: undefined,
      outfile: `${options.outdir}/${name}`,
    })
  const modulesOf = ({ metafile }) =>
    new Set(
      Object.values(metafile.outputs)
        .flatMap(({ inputs }) => Object.keys(inputs))
        .filter((path) => path.startsWith('src/')),
    )
  let shared = new Set()
  for (;;) {
    const used = new Set()
    const firstOf = (write) =>
      bundle(
        first,
        `export * from './${entry}'\n${modulesFor(shared)}`,
        elsewhere({ has: behindSet, file: secondFile, write: lookedUp, names: exportsOf, noted: used }),
        write,
      )
    const held = modulesOf(await firstOf(false))
    const noted = new Set()
    const secondOf = (write) =>
      bundle(
        second,
        modulesFor(used),
        elsewhere({ has: held, file: firstFile, write: taken, names: exportsOf, noted }),
        write,
      )
    await secondOf(false)
    if ([...noted].every((path) => shared.has(path))) {
      const outputs = [await firstOf(true), await secondOf(true)].map(({ metafile }) => metafile.outputs)
      return { metafile: { outputs: Object.assign({}, ...outputs) } }
    }
    shared = new Set([...shared, ...noted])
  }
}

/** The names that files of `src` import from a module. */
function usedOf(module) {
  const lists = new RegExp(`import \\{([^}]*)\\} from '${module}'`, 'g')
  const files = readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'))
  const names = files.flatMap((name) =>
    Array.from(readFileSync(`src/${name}`, 'utf8').matchAll(lists), ([, list]) => list.split(',')).flat(),
  )
  return [...new Set(names.map((name) => name.trim().split(' ')[0]))].filter(
    (name) => /^\w+$/.test(name) && name !== 'type',
  )
}

/** Loads a module of Node when one of the values that pith uses is first used: each costs a start up to two milliseconds. */
export const builtinsLater = (...names) => ({
  name: 'builtins later',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path, namespace }) =>
      namespace === BUILTIN ? { path, external: true } : { path, namespace: BUILTIN },
    )
    onLoad({ filter: /^/, namespace: BUILTIN }, ({ path }) => ({
      contents: lookedUp(`require(${JSON.stringify(path)})`, usedOf(path)),
      loader: 'js',
    }))
  },
})
