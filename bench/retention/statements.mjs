// All statements of a log, with what their strength is made from. The library holds the strongest ones only, so its
// sources are bundled without that bound.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'
import { isKept, plainLinesOf } from './labels.mjs'

const sourceOf = (file) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url))

let loaded

/** @param {import('./data.mjs').LabelledLog} log */
export async function statementsOf({ id, tool, bytes, roles }) {
  loaded ??= load()
  const { collect, settingsOf, strengths, kindNames } = await loaded
  strengths.length = 0
  const lines = plainLinesOf(new TextDecoder().decode(bytes))
  const { statements } = collect(bytes, settingsOf({}))
  return {
    id,
    tool,
    statements: statements.map((statement) => {
      const { evidence, facts, strength } = strengths[statement.strength]
      const isCause = (roles.cause ?? []).some((needle) => isKept(lines[statement.line - 1], [needle]))
      return { strength, isCause, features: featuresOf(evidence, facts, kindNames) }
    }),
  }
}

/** The features of a statement. Those of a kind are 1 for statements of that kind. */
function featuresOf({ score, kinds }, facts, kindNames) {
  return {
    score: Math.log(score / 10),
    alikeBefore: Math.log2(1 + facts.alikeBefore),
    isAfterTest: Number(facts.isAfterTest),
    isFirstOfKind: Number(facts.isFirstOfKind),
    isFirst: Number(facts.isFirst),
    ...Object.fromEntries(kindNames.map((kind, bit) => [kind, (kinds >> bit) & 1])),
  }
}

/** The strength of a statement is the index of what it is made from. The first is the strongest, so that all are held. */
function load() {
  return importBundled(
    `
    export { collect } from './src/core/hold/collect.ts'
    export { settingsOf } from './src/settings.ts'
    export { evidenceKinds as kindNames } from './src/core/judge/rule.ts'
    export { strengths } from './src/core/judge/strength.ts'
    `,
    [
      replaced('collect/statements.ts', [
        [/(MAX_STATEMENTS = )\d+/, '$11e9'],
        [/(MOST_HELD = )\d+/, '$11e9'],
      ]),
      replaced('signal/strength.ts', [
        [/export function strengthOf/, 'export const strengths = []\nfunction strengthFrom'],
        [
          /$/,
          `export const strengthOf = (evidence, facts) =>
            strengths.push({ evidence: { ...evidence }, facts, strength: strengthFrom(evidence, facts) }) - 1`,
        ],
      ]),
    ],
  )
}

/** Replaces parts of a source. */
const replaced = (file, changes) => ({
  name: file,
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`${file.replace('.', '\\.')}$`) }, () => {
      let contents = readFileSync(sourceOf(file), 'utf8')
      for (const [from, to] of changes) {
        if (!from.test(contents)) throw new Error(`Expected ${from} in ${file}.`)
        contents = contents.replace(from, to)
      }
      return { contents, loader: 'ts' }
    })
  },
})
