// node build/jsr.mjs SCOPE: stages the library for JSR in build/out/jsr, from what build/pack.mjs has staged for npm.
// `npx deno publish --dry-run --allow-dirty` in that folder checks it without a network account.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from './pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const npmFolder = join(root, 'build/out/package')
const folder = join(root, 'build/out/jsr')

/** What JSR cannot take or start: it has no commands, no plugins of agents and no CommonJS. */
const ONLY_NPM = ['cli', 'plugins', 'shell']

/** The entries of a package, by their names. JSR has no conditions, and modules alone. */
export function jsrEntries(exports) {
  return Object.entries(exports).flatMap(([name, target]) => {
    const { types, default: path } = typeof target === 'string' ? { default: target } : target
    return path?.endsWith('.js') && types ? [{ name, path, types }] : []
  })
}

/** The manifest for JSR, which wants a scope. */
export function jsrManifest({ version, license, exports }, scope) {
  const entries = jsrEntries(exports).map(({ name, path }) => [name, path])
  return {
    name: `@${scope}/pith`,
    version,
    license,
    exports: Object.fromEntries(entries),
    publish: { include: ['jsr.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist'] },
  }
}

/** Types as JSR reads them: it resolves a path as it is written, and `./a.js` beside `a.d.ts` is no file. */
export const jsrTypes = (text) =>
  text.replaceAll(/((?:\bfrom|\bimport\()\s*(['"])\.[^'"]*)\.js\2/g, '$1.d.ts$2')

/** A module that names its types. */
export const typedModule = (text, types) => `/* @ts-self-types="./${basename(types)}" */\n${text}`

function stage(scope) {
  pack()
  rmSync(folder, { recursive: true, force: true })
  const isLeftOut = new Set(ONLY_NPM.map((name) => join(npmFolder, 'dist', name)))
  cpSync(npmFolder, folder, { recursive: true, filter: (path) => !isLeftOut.has(path) })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  rmSync(join(folder, 'package.json'))
  for (const { path, types } of jsrEntries(manifest.exports)) {
    const file = join(folder, path)
    writeFileSync(file, typedModule(readFileSync(file, 'utf8'), types))
  }
  for (const name of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, 'dist', name)
    if (name.endsWith('.d.ts')) writeFileSync(file, jsrTypes(readFileSync(file, 'utf8')))
  }
  writeFileSync(join(folder, 'jsr.json'), `${JSON.stringify(jsrManifest(manifest, scope), null, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [scope] = process.argv.slice(2)
  if (!/^[a-z][a-z0-9-]*$/.test(scope ?? '')) {
    console.error(
      `Expected the scope of the owner at JSR, such as \`node build/jsr.mjs acme\`, got ${scope ?? 'none'}.`,
    )
    process.exit(1)
  }
  stage(scope)
  console.log(`${folder} is ready. \`npx deno publish --dry-run --allow-dirty\` there checks it.`)
}
