// Writes the signal's rules as the published bundles have them. It drops names and samples, which only tests read, and
// patterns, whose tables are in src/signal/rules/pack.ts. It evaluates the rules and writes them out again, so it works
// for any form of the source. The literals of the first filter are those that the table of their windows has.
import { build } from 'esbuild'

const DROPPED = ['name', 'hits', 'misses', 'flags']
const KEPT = ['kind', 'weight', 'factors', 'bit']
/** Of these keys, only their presence counts: each stands for one form. */
const PATTERNS = ['pattern', 'also', 'unless']

const SOURCES = 'src/signal/rules/'

/** src/signal/literals.ts as the bundles have it: src/scan/windows.ts has the same list. */
const LITERALS = `import { windows } from '../scan/windows.ts'
  export const signalLiterals = () => windows.join('|').toLowerCase().split('|')`

/** An esbuild plugin that replaces the files of the rules with the compiled table. */
export function compiledRules() {
  const table = evaluated()
  const files = {
    'index.ts': async () => `export const rules = ${text((await table).rules.map(bare))}`,
    'discounts.ts': async () => `export const discounts = ${text((await table).discounts.map(bare))}
      export const locationPattern = ''`,
    'digest.ts': async () => `export const compiledDigest = ${text(checkedDigest(await table))}`,
  }
  return {
    name: 'compiled rules',
    setup({ onLoad, onEnd }) {
      for (const [file, contents] of Object.entries(files)) {
        const filter = new RegExp(`signal.rules.${file.replace('.', '\\.')}$`)
        onLoad({ filter }, async () => ({ contents: await contents(), loader: 'js' }))
      }
      onLoad({ filter: /signal.literals\.ts$/ }, async () => {
        checkWindows(await table)
        return { contents: LITERALS, loader: 'ts', resolveDir: 'src/signal' }
      })
      onEnd(({ metafile }) => {
        const whole = Object.keys(metafile.inputs).filter(
          (path) =>
            path.startsWith(SOURCES) &&
            !(path.slice(SOURCES.length) in files) &&
            path !== `${SOURCES}pack.ts`,
        )
        if (whole.length > 0) throw new Error(`Rules with their samples are bundled: ${whole.join(', ')}.`)
      })
    },
  }
}

/** The table of windows is made by hand (build/windows.mjs), so it may be older than the literals. */
function checkWindows({ signalLiterals, windows }) {
  const listed = windows.join('|').toLowerCase().split('|').sort()
  if (listed.join('|') !== [...signalLiterals()].sort().join('|'))
    throw new Error('The windows of the literals are out of date: run `node build/windows.mjs`.')
}

const text = (value) => JSON.stringify(value)

function bare(rule) {
  for (const key of Object.keys(rule)) {
    if (![...KEPT, ...PATTERNS, ...DROPPED].includes(key)) throw new Error(`A rule has a new key, ${key}.`)
  }
  const entries = Object.entries(rule).filter(([key, value]) => !DROPPED.includes(key) && value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [key, PATTERNS.includes(key) ? '' : value]))
}

/** The digest of the forms, in the order in which evidence.ts numbers them. */
function checkedDigest({ rules, discounts, locationPattern, digestOf, digestOfPack, rulesPack }) {
  const forms = [...rules, ...discounts].flatMap((rule) =>
    PATTERNS.filter((key) => rule[key] !== undefined).map((key) => ({
      pattern: rule[key],
      flags: rule.flags,
    })),
  )
  forms.push({ pattern: locationPattern })
  const digest = digestOf(forms)
  if (digestOfPack(rulesPack()) !== digest) throw new Error('The tables of the rules are out of date.')
  return digest
}

async function evaluated() {
  const contents = `
    export { windows } from './src/scan/windows.ts'
    export { digestOf } from './src/signal/forms.ts'
    export { signalLiterals } from './src/signal/literals.ts'
    export { digestOfPack } from './src/signal/tables.ts'
    export { rulesPack } from './${SOURCES}pack.ts'
    export { discounts, locationPattern } from './${SOURCES}discounts.ts'
    export { rules } from './${SOURCES}index.ts'
  `
  const stdin = { contents, resolveDir: '.', loader: 'ts' }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
