// Writes src/rules.pack: the signal's rules as deterministic automata, which the kernel matches (assembly/match.ts).
// Rules that did not change are not compiled again.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { atomsOf } from './automata/atoms.mjs'
import { determinise } from './automata/determinise.mjs'
import { minimised } from './automata/minimise.mjs'
import { packOf } from './automata/pack.mjs'
import { Triggers } from './automata/triggers.mjs'

const TARGET = 'src/rules.pack'
/** Names what the target was made from. */
const KEY = 'build/out/rules.key'
/** A table's cell holds a state's offset in 15 bits, in steps of eight cells. */
const MAX_CELLS = 8 * 0x7fff
/** Room in the kernel's memory (assembly/memory.ts), less what all automata share. */
const MAX_TABLES = 0x300000
/** The most states before an automaton is made minimal, and after. */
const MAX_RAW_STATES = 8000
const MAX_STATES = 2048

const signal = await evaluated()
const forms = formsOf(signal)
const key = keyOf(forms)
const isCurrent = [TARGET, KEY].every((path) => existsSync(path)) && readFileSync(KEY, 'utf8') === key
if (!isCurrent) {
  writeFileSync(TARGET, packOf(compiled(forms), forms.length, signal.digestOf(forms)))
  mkdirSync('build/out', { recursive: true })
  writeFileSync(KEY, key)
}

/** The forms in the order in which evidence.ts numbers them. Those of evidence and locations are read first. */
function formsOf({ rules, discounts, locationPattern }) {
  const patterns = (rule, stageOf) =>
    ['pattern', 'also', 'unless']
      .filter((name) => rule[name] !== undefined)
      .map((name) => ({ pattern: rule[name], flags: rule.flags ?? '', stage: stageOf(name) }))
  return [
    ...rules.flatMap((rule) => patterns(rule, (name) => (name === 'pattern' ? 0 : 1))),
    ...discounts.flatMap((rule) => patterns(rule, () => 1)),
    { pattern: locationPattern, flags: '', stage: 0 },
  ]
}

function compiled(forms) {
  const { rules, discounts, parsePattern, spelledOut } = signal
  const samples = [...rules, ...discounts].flatMap(({ hits, misses }) => [...hits, ...misses])
  const triggers = new Triggers((pattern, flags) => spelledOut(parsePattern(pattern, flags)), samples)
  const atoms = atomsOf(forms).sort((a, b) => a.stage - b.stage)
  let bytes = 0
  for (const atom of atoms) {
    atom.triggers = triggers.of(atom) ?? []
    atom.automaton = automatonOf(atom)
    bytes += 2 * cellsOf(atom.automaton) + 512
    if (bytes > MAX_TABLES)
      refuse(atom, 'its tables and those before it take more than', `${MAX_TABLES} bytes`)
  }
  return atoms
}

function automatonOf(atom) {
  const { compilePatterns, bytes, kinds } = signal
  const raw = determinise(compilePatterns([atom]), { bytes, kinds, maxStates: MAX_RAW_STATES })
  const automaton = raw && minimised(raw)
  if (automaton === undefined || automaton.states > MAX_STATES) {
    return refuse(atom, 'its automaton has more than', `${MAX_STATES} states`)
  }
  if (cellsOf(automaton) > MAX_CELLS) refuse(atom, 'its table has more than', `${MAX_CELLS} cells`)
  return automaton
}

/** Rows are as wide as the next multiple of eight. */
function cellsOf({ states, columns }) {
  return states * ((columns + 7) & ~7)
}

function refuse({ pattern, form }, what, limit) {
  throw new Error(
    `The pattern of form ${form} is too large: ${what} ${limit}. Write its choices at the top instead of inside a ` +
      `group, and make repeats of many characters shorter. The pattern: ${pattern}`,
  )
}

/** Changes with the forms, and with what compiles them. */
function keyOf(forms) {
  const hash = createHash('sha256').update(
    JSON.stringify([
      forms,
      ...['rules', 'discounts'].map((name) => signal[name].map(({ hits, misses }) => [hits, misses])),
    ]),
  )
  const folder = 'build/automata'
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(`${folder}/${name}`))
  for (const name of readdirSync('src/signal/linear').sort())
    hash.update(readFileSync(`src/signal/linear/${name}`))
  return hash.update(readFileSync('build/automata.mjs')).digest('hex').slice(0, 32)
}

async function evaluated() {
  const contents = `
    export * as kinds from './src/signal/linear/automaton.ts'
    export * as bytes from './src/signal/linear/bytes.ts'
    export { parsePattern } from './src/signal/linear/parse.ts'
    export { compilePatterns } from './src/signal/linear/program.ts'
    export { spelledOut } from './src/signal/linear/syntax.ts'
    export { digestOf } from './src/signal/forms.ts'
    export { discounts, locationPattern } from './src/signal/rules/discounts.ts'
    export { rules } from './src/signal/rules/index.ts'
  `
  const stdin = { contents, resolveDir: '.', loader: 'ts' }
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}
