import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'
import { build as vite } from 'vite'
import { runtimesFolder } from './runtimes.ts'

const require = createRequire(join(runtimesFolder, 'package.json'))

/** Bundles a module with all that it imports, and returns the path of the bundle. */
type Bundler = (entry: string, folder: string) => Promise<string>

/** Each bundler as a user has it, without configuration beyond entry, output and the format of modules. */
export const bundlers: Readonly<Record<string, Bundler>> = {
  async esbuild(entryPoint, folder) {
    const outfile = join(folder, 'esbuild.mjs')
    await esbuild({ entryPoints: [entryPoint], bundle: true, format: 'esm', outfile, logLevel: 'error' })
    return outfile
  },
  async webpack(entry, folder) {
    const webpack = require('webpack')
    const stats = await new Promise<WebpackStats>((resolve, reject) => {
      const output = {
        path: folder,
        filename: 'webpack.mjs',
        library: { type: 'module' },
        chunkFormat: 'module',
      }
      const options = {
        mode: 'production',
        entry,
        output,
        experiments: { outputModule: true },
        target: 'es2022',
        ...plain,
      }
      webpack(options, (error: unknown, result: WebpackStats) => (error ? reject(error) : resolve(result)))
    })
    if (stats.hasErrors()) throw new Error(stats.toString())
    return join(folder, 'webpack.mjs')
  },
  async Vite(entry, folder) {
    const lib = { entry, formats: ['es' as const], fileName: () => 'vite.mjs' }
    const build = { lib, outDir: folder, emptyOutDir: false }
    await vite({ configFile: false, root: folder, logLevel: 'error', build })
    return join(folder, 'vite.mjs')
  },
  async Rollup(input, folder) {
    const { rollup } = require('rollup')
    const { nodeResolve } = require('@rollup/plugin-node-resolve')
    const bundle = await rollup({ input, plugins: [nodeResolve()], onwarn: refuse })
    await bundle.write({ file: join(folder, 'rollup.mjs'), format: 'es', inlineDynamicImports: true })
    await bundle.close()
    return join(folder, 'rollup.mjs')
  },
}

/** The code of pith is small already. */
const plain = { optimization: { minimize: false } }

interface WebpackStats {
  hasErrors(): boolean
  toString(): string
}

function refuse(warning: { message: string }): never {
  throw new Error(warning.message)
}

/** A worker of workerd that prints what the smoke program answers, bundled as wrangler does. Returns its configuration. */
export async function bundleForWorkerd(entry: string, folder: string, wasm: string): Promise<string> {
  const contents = `import { smoke } from ${JSON.stringify(entry)}
export default { async test() { console.log(JSON.stringify(await smoke())) } }`
  await esbuild({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'worker.mjs'),
    conditions: ['workerd', 'worker', 'browser'],
    external: ['./pith.wasm'],
    logLevel: 'error',
  })
  const config = join(folder, 'config.capnp')
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.mjs", esModule = embed "worker.mjs"),
    (name = "pith.wasm", wasm = embed "${wasm}"),
  ],
  compatibilityDate = "2026-11-01",
);
`,
  )
  return config
}
