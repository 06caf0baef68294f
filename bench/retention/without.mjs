// pith with some rules turned off. The table of rules is not an option of the library, so the sources are bundled with
// a filter for the table.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'

const table = fileURLToPath(new URL('../../src/signal/rules/index.ts', import.meta.url))

export const hasRuleTable = () => existsSync(table)

/**
 * Loads `truncate`, `createAssessor`, `kindBit` and `rules` from the sources, without the rules of these names.
 *
 * @param {Iterable<string>} names
 */
export const loadWithout = (names) =>
  importBundled(
    `
    export { truncate } from './src/index.ts'
    export { createAssessor } from './src/signal/evidence.ts'
    export { kindBit } from './src/signal/rule.ts'
    export { rules } from './src/signal/rules/index.ts'
    `,
    [tableWithout([...names])],
  )

const tableWithout = (names) => ({
  name: 'table-without',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /rules\/index\.ts$/ }, ({ namespace }) =>
      namespace === 'filtered' ? { path: table } : { path: table, namespace: 'filtered' },
    )
    onLoad({ filter: /.*/, namespace: 'filtered' }, () => ({
      contents: `
        import { rules as all } from './rules/index.ts'
        export * from './rules/index.ts'
        const names = new Set(${JSON.stringify(names)})
        export const rules = all.filter(({ name }) => !names.has(name))
      `,
      resolveDir: fileURLToPath(new URL('../../src/signal', import.meta.url)),
      loader: 'ts',
    }))
  },
})
