import { describe, expect, it } from 'vitest'
import { amountIn } from '../../src/kinds/amounts.ts'
import { Column } from '../../src/kinds/column.ts'
import { kindsFor } from '../../src/kinds/index.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { createRandom, type Random } from '../support/random.ts'
import { some } from '../support/some.ts'

const ODD_AT = 0.6
const name = (at: number) => `item-${String(at).padStart(6, '0')}`
const letters = (random: Random) => random.below(2 ** 30).toString(36)
/** A unit of a form, `isOdd` for the one that is unlike the others. */
type Unit = (random: Random, at: number, isOdd: boolean) => string
interface Form {
  unit: Unit
  header?: string
  command?: string
  /** What joins the units: line ends, unless it says otherwise. */
  text?(units: string[]): string
}

const pod = (name: string, ready: string, status: string, restarts: string | number, age: string) =>
  `${name.padEnd(16)}${ready.padEnd(8)}${status.padEnd(19)}${String(restarts).padEnd(16)}${age}`
const array = (units: string[]) => `[${units.join(',')}]\n`

const forms: Record<string, Form> = {
  'a table': {
    header: pod('NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'),
    unit: (random, at, isOdd) =>
      pod(name(at), '1/1', isOdd ? 'ImagePullBackOff' : 'Running', random.below(3), `${random.below(80)}d`),
  },
  'a table with a row in more bytes than columns': {
    header: `  ${'UNIT'.padEnd(20)}LOAD   ACTIVE SUB     DESCRIPTION`,
    command: 'systemctl list-units',
    unit: (_, at, isOdd) =>
      `${isOdd ? '●' : ' '} ${name(at).padEnd(20)}loaded ${isOdd ? 'failed failed ' : 'active running'} Unit number ${at}`,
  },
  'csv with a status': {
    header: 'at,name,status,ms',
    unit: (random, at, isOdd) => `${1e6 + at},${name(at)},${isOdd ? 503 : 200},${random.below(900)}`,
  },
  'csv with a far number': {
    header: 'host,group,used',
    unit: (random, at, isOdd) => `${name(at)},${random.below(5)},${isOdd ? 98 : 10 + random.below(31)}`,
  },
  'tsv with an empty cell': {
    header: 'host\tmail\tscore',
    unit: (random, at, isOdd) => `${name(at)}\t${isOdd ? '' : letters(random)}\t${random.below(900)}`,
  },
  'JSON with a text among nulls': {
    text: array,
    unit: (random, at, isOdd) =>
      `{"id": ${at}, "name": "${name(at)}", "error": ${isOdd ? '"quota"' : 'null'}, "ms": ${random.below(900)}}`,
  },
  'JSON with a word far inside': {
    text: array,
    unit: (random, at, isOdd) =>
      `{"meta":{"name":"${name(at)}","uid":"${letters(random)}"},"status":{"phase":"${isOdd ? 'Pending' : 'Running'}"}}`,
  },
  'JSON with a name of its own': {
    text: array,
    unit: (random, at, isOdd) =>
      `{"login":"${name(at)}","city":"${letters(random)}"${isOdd ? ',"until":1' : ''}}`,
  },
  'an object of objects': {
    text: (units) => `{${units.join(',\n')}}\n`,
    unit: (_, at, isOdd) => `"${name(at)}": {"port": ${at}, "state": "${isOdd ? 'down' : 'up'}"}`,
  },
  'an object of many small objects': {
    text: (units) => `{${units.join(',')}}\n`,
    unit: (random, at, isOdd) =>
      `"${name(at)}":{"a":1,"b":${random.below(9)},"c":2,"d":0,"e":${isOdd},"f":3}`,
  },
  'JSON lines': {
    unit: (random, at, isOdd) => `{"name":"${name(at)}","ok":${!isOdd},"ms":${random.below(90)}}`,
  },
  'names with values': {
    unit: (random, at, isOdd) =>
      `ts=${at} level=info msg="it was served" id=${name(at)} status=${isOdd ? 503 : 200} ms=${random.below(90)}`,
  },
  'items of YAML': {
    header: 'kind: List\nitems:',
    unit: (random, at, isOdd) =>
      `- metadata:\n    name: ${name(at)}\n    uid: ${letters(random)}\n  status:\n    phase: ${isOdd ? 'Pending' : 'Running'}`,
  },
  'documents of YAML': {
    command: 'kubectl get -o yaml',
    unit: (random, at, isOdd) =>
      `---\nmetadata:\n  name: ${name(at)}\nspec:\n  replicas: ${isOdd ? 0 : 3}\n  seed: ${random.below(900)}`,
  },
  'a folder': {
    header: 'total 9',
    unit: (random, at, isOdd) =>
      `${isOdd ? '-rwsr-xr-x' : '-rw-r--r--'} 1 me me ${String(random.below(9e4)).padStart(8)} Nov 12 10:17 ${name(at)}`,
  },
}

function made({ unit, header, text }: Form, count: number, seed: number) {
  const random = createRandom(seed)
  const odd = Math.floor(count * ODD_AT) + random.below(count >> 3)
  const units = Array.from({ length: count }, (_, at) => unit(random, at, at === odd))
  const lines = header === undefined ? units : [header, ...units]
  return { text: text ? text(units) : `${lines.join('\n')}\n`, odd: name(odd) }
}

const options = (command: string | undefined, maxBytes = 4096) => ({
  maxBytes,
  maxLines: Infinity,
  structure: kindsFor({ command: command ?? '' }),
})

/** Logs are a kind only for a command that succeeded. */
function cut(text: string, { command }: Form, chunkBytes = text.length) {
  const bytes = Buffer.from(text)
  const collector = createCollector(options(command))
  for (let at = 0; at < bytes.length; at += chunkBytes) collector.write(bytes.subarray(at, at + chunkBytes))
  return collector.end(undefined, { exitCode: 0 })
}

describe('the one unit that is unlike the others is shown', () => {
  for (const [form, of] of some(Object.entries(forms), 10)) {
    it(`in ${form} that is longer than memory, whatever the chunks`, () => {
      const { text, odd } = made(of, 24_000, 7)
      const texts = [1 << 20, 4099].map((size) => cut(text, of, size).text)
      expect(texts[0]).toContain(odd)
      expect(new Set(texts).size).toBe(1)
    })
  }

  for (const [form, of] of Object.entries(forms)) {
    it(`in ${form}`, () => {
      for (const seed of [1, 2, 3])
        for (const count of [90, 700]) {
          const { text, odd } = made(of, count, seed)
          const { text: shown, kind } = cut(text, of)
          expect(kind).toBeDefined()
          expect(shown).toContain(odd)
        }
    })
  }

  it('in an answer, which shows nine tenths of the lines that it would show without', () => {
    for (const form of ['a table', 'csv with a status', 'JSON lines', 'a folder']) {
      const { text, odd } = made(forms[form], 9000, 5)
      const given = { maxBytes: 8192, maxLines: Infinity, for: 'query' as const }
      const shown = truncate(text, { ...given, structure: kindsFor({}) })
      expect(shown.text, form).toContain(odd)
      expect(shown.keptLines, form).toBeGreaterThanOrEqual(0.9 * truncate(text, given).keptLines)
    }
  })
})

describe('rare units', () => {
  it('leave two thirds of the room to the others', () => {
    const random = createRandom(3)
    const rows = Array.from(
      { length: 2000 },
      (_, at) => `${name(at)},${at % 40 === 7 ? `odd-${at % 11}` : 'usual'},${random.below(900)}`,
    )
    const { text } = truncate(`name,state,ms\n${rows.join('\n')}\n`, options(undefined))
    const shown = text.split('\n').filter((line) => line.startsWith('item-'))
    const odd = shown.filter((line) => line.includes('odd-')).length
    expect(odd).toBeGreaterThan(3)
    expect(odd).toBeLessThanOrEqual(shown.length / 2)
  })

  it('are none where the value that came late came often', () => {
    const early = Array.from({ length: 4000 }, (_, at) => `${name(at)},first,${at % 7}`)
    const late = Array.from({ length: 4000 }, (_, at) => `${name(4000 + at)},second,${at % 7}`)
    const cut = (rows: string[]) =>
      truncate(`name,state,n\n${rows.join('\n')}\n`, options(undefined))
        .text.split('\n')
        .filter((line) => line.startsWith('item-'))
    // The rows are those of a table whose rows are all alike.
    expect(cut([...early, ...late]).map((line) => line.slice(0, 11))).toEqual(
      cut([...early, ...late.map((line) => line.replace('second', 'first '))]).map((line) =>
        line.slice(0, 11),
      ),
    )
  })
})

describe('a column', () => {
  const scored = (values: readonly (string | number)[]) => {
    const column = new Column()
    for (const [at, value] of values.entries()) {
      const text = String(value)
      const amount = amountIn(text)
      column.add(column.hash(text, amount), amount, at)
    }
    const places: number[] = []
    column.score((byte) => places.push(byte))
    return places
  }
  const random = createRandom(11)
  const many = (make: (at: number) => string | number) => Array.from({ length: 500 }, (_, at) => make(at))

  it('of names, ids, times or even numbers tells nothing', () => {
    expect(scored(many((at) => `name-${at}`))).toEqual([])
    expect(scored(many((at) => at))).toEqual([])
    expect(scored(many((at) => `2026-11-28T10:${at}`))).toEqual([])
    expect(scored(many(() => random.below(1000)))).toEqual([])
    expect(scored(many((at) => at % 20))).toEqual([])
    expect(scored(many(() => 10 / (0.01 + random.below(1000) / 1000)))).toEqual([])
  })

  it('tells of one that differs, also where the others all differ', () => {
    expect(scored(many((at) => (at === 321 ? 'no' : 'yes')))).toEqual([321])
    expect(scored(many((at) => (at === 321 ? '' : `name-${at}`)))).toEqual([321])
    expect(scored(many((at) => (at === 321 ? 'n/a' : at * 3)))).toEqual([321])
    expect(scored(many((at) => (at === 5 ? 9000 : 100 + random.below(90))))).toEqual([5])
  })

  it('tells of the first few of a value that is rare', () => {
    expect(scored(many((at) => (at % 100 === 50 ? 'no' : 'yes')))).toEqual([50, 150, 250])
  })
})

it('numbers are read with their units', () => {
  for (const [text, amount] of [
    ['-12.5', -12.5],
    ['98%', 98],
    ['12K', 12_288],
    ['3.5GiB', 3.5 * 2 ** 30],
    ['2e3', 2000],
  ] as const)
    expect(amountIn(text)).toBe(amount)
  for (const text of ['', '-', '12d', '1.2.3', '10:17', '3ab', '1e']) expect(amountIn(text)).toBeNaN()
})
