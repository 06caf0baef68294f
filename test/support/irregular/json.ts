import type { Random } from '../random.ts'
import { fill, type Generator, name, number, oneIn, skewed, word, words } from './parts.ts'

// JSON whose depth, width, keys and values vary within a document.

interface Style {
  /** Blanks between tokens. */
  blanks: readonly string[]
  indent: string
  mostDepth: number
  mostWidth: number
  /** Of so many values one is a leaf. */
  leafOf: number
}

const style = (random: Random): Style => ({
  blanks: random.pick([[''], [''], [' '], ['', ' ', '\t', '\n', '\r\n  ']]),
  indent: random.pick(['', '', ' ', '  ', '\t']),
  mostDepth: 1 + skewed(random, 64),
  mostWidth: 1 << (1 + random.below(9)),
  leafOf: random.pick([1.2, 2, 3]),
})

const STRINGS = [
  '',
  '\\u0000',
  '\\ud83d',
  '\\udc00',
  '\\ud83d\\ude00',
  '\\n',
  '\\\\',
  '\\"',
  '[',
  '}',
  '\u007f',
]
const LEVELS = ['level', 'severity', 'status', 'result', 'outcome', 'message', 'extra']

const quoted = (random: Random): string =>
  `"${oneIn(random, 4) ? random.pick(STRINGS).repeat(skewed(random, 900)) : words(random)}"`

function leaf(random: Random): string {
  const turn = random.below(8)
  if (turn < 3) return number(random)
  if (turn < 4) return random.pick(['true', 'false', 'null', '[]', '{}', '[ ]', '{\n}'])
  return quoted(random)
}

function key(random: Random): string {
  const turn = random.below(12)
  if (turn === 0) return quoted(random)
  if (turn === 1) return `"${random.pick(LEVELS)}"`
  return turn < 6 ? `"${word(random)}"` : `"${name(random)}"`
}

/** A value. Writes until so many bytes are spent, and then closes what is open. */
class Writer {
  readonly #random: Random
  #style: Style
  readonly #parts: string[] = []
  #left: number

  constructor(random: Random, bytes: number, given: Style = style(random)) {
    this.#random = random
    this.#style = given
    this.#left = bytes
  }

  get text(): string {
    return this.#parts.join('')
  }

  container(depth: number): void {
    const random = this.#random
    const isArray = oneIn(random, 2)
    const { mostWidth, indent, blanks } = this.#style
    const width = depth === 0 ? Infinity : skewed(random, mostWidth)
    const line = indent === '' ? random.pick(blanks) : `\n${indent.repeat(depth + 1)}`
    this.#write(isArray ? '[' : '{')
    for (let at = 0; at < width && this.#left > 0; at++) {
      this.#write(at > 0 ? `,${line}` : line)
      if (!isArray) this.#write(`${key(random)}${random.pick(blanks)}:${random.pick(blanks)}`)
      // Each value of the outermost container may be of a form of its own.
      if (depth === 0 && indent === '') this.#style = { ...style(random), indent, blanks }
      const { mostDepth, leafOf } = this.#style
      if (depth < mostDepth && random.below(1000) > 1000 / leafOf) this.container(depth + 1)
      else this.#write(leaf(random))
    }
    this.#write(`${line === '' ? '' : line.slice(0, -indent.length || undefined)}${isArray ? ']' : '}'}`)
  }

  #write(text: string): void {
    this.#parts.push(text)
    this.#left -= text.length
  }
}

function container(random: Random, bytes: number, given?: Style): string {
  const writer = new Writer(random, bytes, given)
  writer.container(0)
  return writer.text
}

export const json: Generator = (random, bytes) =>
  random.pick(['', '', '\ufeff', '\n', ' \n\n']) + container(random, bytes) + random.pick(['', '\n', '\n\n'])

/** Several documents, with lines of text between them. */
export const documents: Generator = (random, bytes) =>
  fill(random, bytes, () =>
    oneIn(random, 5)
      ? `${words(random)}\n`
      : `${container(random, skewed(random, Math.min(bytes, 20_000)))}\n`,
  )

const FLAT: Style = { blanks: [''], indent: '', mostDepth: 4, mostWidth: 16, leafOf: 1.5 }

const record = (random: Random): string => container(random, skewed(random, 2000), FLAT)

export const jsonLines: Generator = (random, bytes) =>
  fill(random, bytes, () => `${record(random)}${random.pick(['\n', '\n', '\n\n', '\r\n'])}`)

export const jsonLog: Generator = (random, bytes) =>
  fill(random, bytes, (at) => {
    const level = random.pick(['"info"', '"error"', '"warn"', '30', '50', '"fatal"', '""'])
    const more = oneIn(random, 3) ? `,"extra":${record(random)}` : ''
    return `{"level":${level},"time":${at},"msg":${quoted(random)}${more}}\n`
  })

/** A report of a linter or a test run. */
export const report: Generator = (random, bytes) =>
  `{"runs":[{"results":[${fill(random, bytes, () => {
    const level = random.pick(['"error"', '"note"', '2', '1', '"passed"', '"failed"'])
    const name = random.pick(['level', 'status', 'severity', 'outcome'])
    return `{"${name}":${level},"message":{"text":${quoted(random)}},"at":${record(random)}},`
  })}{}]}]}${random.pick(['', '\n'])}`

/** Matches as ripgrep prints them with --json. */
export const grepJson: Generator = (random, bytes) =>
  fill(random, bytes, () => {
    const file = `"path":{"text":${JSON.stringify(name(random))}}`
    const match = () =>
      `{"type":"${random.pick(['match', 'context'])}","data":{${file},"lines":{"text":${quoted(random)}}}}\n`
    const matches = Array.from({ length: skewed(random, 90) }, match).join('')
    return `{"type":"begin","data":{${file}}}\n${matches}{"type":"end","data":{${file}}}\n`
  })
