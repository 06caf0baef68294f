import type { Random } from '../random.ts'
import { fill, type Generator, lines, name, number, oneIn, skewed, word, words } from './parts.ts'

// Source of several languages, with strings and comments that are open too long, and levels that vary.

const id = (random: Random): string =>
  `${random.pick(['run', 'get', 'x', 'make', 'größe'])}${skewed(random, 200)}`

const STRINGS: readonly ((random: Random) => string)[] = [
  (random) => `"${words(random)}"`,
  (random) => `'${word(random)}'`,
  (random) => `\`a \${${id(random)}} {\n${words(random)}\``,
  () => '"{"',
  () => "'}'",
  () => '/[{"]/g',
]

const statement = (random: Random): string =>
  random.pick([
    `${id(random)}(${random.pick(STRINGS)(random)})`,
    `return ${number(random)}`,
    `// ${words(random)}`,
    `/* ${words(random)} */`,
    `let ${id(random)} = ${random.pick(STRINGS)(random)}`,
    '',
  ])

/** Blocks in braces, nested as deep as it comes. */
function braces(random: Random, bytes: number, heads: readonly string[]): string {
  const most = 1 + skewed(random, 100)
  let depth = 0
  const body = lines(random, bytes, () => {
    const turn = random.below(8)
    if (turn < 2 && depth > 0) return `${'  '.repeat(--depth)}}`
    const tab = random.pick(['  ', '  ', '\t']).repeat(depth)
    if (turn < 4 && depth < most) {
      depth++
      return `${tab}${random.pick(heads).replace('$', id(random))} {`
    }
    return tab + statement(random)
  })
  return body + '}\n'.repeat(depth)
}

const HEADS = {
  ts: [
    'export function $(a: number): void',
    'class $ extends Base',
    'if ($)',
    'const $ = () =>',
    'namespace $',
  ],
  c: ['static int $(void)', 'struct $', 'while ($)', 'enum $', '#define $'],
  go: ['func (s *T) $() error', 'type $ struct', 'for $ := range x', 'import $'],
  rust: ['pub fn $<T>() -> T', 'impl $', 'match $', 'mod $'],
  java: ['public static void $()', 'public class $', 'interface $'],
}

export const source: Generator = (random, bytes) => braces(random, bytes, random.pick(Object.values(HEADS)))

/** Levels by indentation. */
export const python: Generator = (random, bytes) => {
  let depth = 0
  return lines(random, bytes, () => {
    depth = Math.max(0, Math.min(40, depth + random.pick([-2, -1, 0, 0, 1])))
    const tab = random.pick(['    ', '    ', '\t', ' ']).repeat(depth)
    const head = random.pick([`def ${id(random)}(self):`, `class ${id(random)}:`, 'if x:', 'for a in b:'])
    return (
      tab +
      (oneIn(random, 2)
        ? head
        : random.pick([statement(random), `"""${words(random)}`, `# ${words(random)}`]))
    )
  })
}

/** Code in few lines. */
export const minified: Generator = (random, bytes) =>
  fill(
    random,
    bytes,
    () => `function ${name(random)}(a){return a=>{${words(random)}}};${oneIn(random, 40) ? '\n' : ''}`,
  )

export const lockfile: Generator = (random, bytes) =>
  `# yarn lockfile v1\n\n${fill(random, bytes, () => `"${name(random)}@^1.0.0":\n  version "${number(random)}"\n  integrity sha512-${'Ab7/'.repeat(skewed(random, 40))}\n\n`)}`
