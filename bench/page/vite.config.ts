import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const policy = /\s*<meta\s+http-equiv="Content-Security-Policy"[^>]*>/

/** Removes the policy during development, because styles are inline and updates come over a socket. */
const withoutPolicy: Plugin = {
  name: 'without-policy',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(policy, ''),
}

/** Also builds the page as strict.html, with a policy that forbids WebAssembly. */
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
