import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const policy = /\s*<meta\s+http-equiv="Content-Security-Policy"[^>]*>/

/** While the page is worked on, styles come inline and updates over a socket: no policy then. */
const withoutPolicy: Plugin = {
  name: 'without-policy',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(policy, ''),
}

/** The same page, built, under a policy that forbids WebAssembly: strict.html. */
const strictPage: Plugin = {
  name: 'strict-page',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') throw new Error('Expected index.html among the built files.')
    const source = String(page.source).replace(" 'wasm-unsafe-eval'", '')
    this.emitFile({ type: 'asset', fileName: 'strict.html', source })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [withoutPolicy, strictPage],
  worker: { format: 'es' },
  server: { fs: { allow: [resolve(import.meta.dirname, '../..')] } },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', modulePreload: false },
})
