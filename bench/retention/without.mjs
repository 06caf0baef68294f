// pith with some rules turned off. The table of rules is not an option of the library, so the sources are bundled with
// a filter for the table.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'

const table = fileURLToPath(new URL('../../src/core/judge/table.ts', import.meta.url))

export const hasRuleTable = () => existsSync(table)

/**
 * Loads `truncate`, `createJudge`, `kindBit` and `rules` from the sources, without the rules of these names in the table.
 *
 * @param {Iterable<string>} names
 */
export const loadWithout = (names) =>
  importBundled(
    `
    export { truncate } from './src/index.ts'
    export { createJudge } from './src/core/judge/judge.ts'
    export { kindBit } from './src/core/judge/rule.ts'
    export { rules } from './src/core/judge/rules/index.ts'
    `,
    [tableWithout([...names])],
  )

/** The table has the rules in their order, and then the rest. */
const tableWithout = (names) => ({
  name: 'table-without',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/table\.ts$/ }, ({ namespace, importer }) => {
      if (!/core.judge/.test(importer) && namespace !== 'filtered') return undefined
      return namespace === 'filtered' ? { path: table } : { path: table, namespace: 'filtered' }
    })
    onLoad({ filter: /.*/, namespace: 'filtered' }, () => ({
      contents: `
        import { judgeRows as all } from './table.ts'
        import { rules } from '../../signal/rules/index.ts'
        const names = new Set(${JSON.stringify(names)})
        export const judgeRows = () => all().filter((_, i) => !names.has(rules[i]?.name))
      `,
      resolveDir: fileURLToPath(new URL('../../src/core/judge', import.meta.url)),
      loader: 'ts',
    }))
  },
})
