// An esbuild plugin: a package's module runs with the package's own files alone. What it imports from other packages is
// a stand-in that answers anything, so code beside the wanted function can be evaluated; a name that a later Node added
// to a builtin module is undefined here, instead of an error.
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'

const STAND_IN = `
const anything = new Proxy(function () {}, {
  get: (target, key) =>
    key === 'prototype' ? target.prototype
    : key === Symbol.toPrimitive ? () => ''
    : key === Symbol.iterator ? function* () {}
    : key === '__esModule' ? true
    : anything,
  getPrototypeOf: () => anything,
  apply: () => anything,
  construct: () => anything,
})
module.exports = anything`

export const alone = {
  name: 'alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind === 'dynamic-import') return { path, external: true }
      if (/^[./]|^[A-Z]:/.test(path)) return { path: resolve(resolveDir, path), sideEffects: false }
      return { path, namespace: isBuiltin(path) ? 'builtin' : 'stand-in', sideEffects: false }
    })
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
    onLoad({ filter: /./, namespace: 'stand-in' }, () => ({ contents: STAND_IN }))
  },
}
