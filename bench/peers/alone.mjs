// An esbuild plugin that runs a package's module with the package's own files alone. Imports from other packages become
// a stand-in that accepts any use, so that code next to the wanted function can be evaluated. A name that a later Node
// added to a builtin module is undefined instead of an error.
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
