import { describe, expect, inject, it } from 'vitest'
import { JsonPathSelector } from '../../src/kinds/find/json-path.ts'
import { parsePath } from '../../src/kinds/find/path.ts'
import { printed, randomJson, randomPath, selected, written } from '../support/json-path-oracle.ts'
import { createRandom } from '../support/random.ts'
import { some } from '../support/some.ts'

const encoder = new TextEncoder()
const seeds = inject('thorough') ? 5000 : 400

/** What a path selects. Every chunk is overwritten once it was taken. */
function valuesIn(text: string, path: string, chunkBytes = 1 << 20): string {
  const selector = new JsonPathSelector(parsePath(path))
  const decoder = new TextDecoder()
  const bytes = encoder.encode(text)
  let values = ''
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.slice(at, at + chunkBytes)
    for (const part of selector.write(chunk)) values += decoder.decode(part, { stream: true })
    chunk.fill(0)
  }
  for (const part of selector.end()) values += decoder.decode(part, { stream: true })
  return values
}

const lines = (values: readonly string[]) => values.map((value) => `${value}\n`).join('')

const books = [
  { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
  { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
  { category: 'fiction', author: 'Herman Melville', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99 },
  {
    category: 'fiction',
    author: 'J. R. R. Tolkien',
    title: 'The Lord of the Rings',
    isbn: '0-395',
    price: 22.99,
  },
]
const bicycle = { color: 'red', price: 399 }
const store = { store: { book: books, bicycle } }
const rows = [3, 5, 1, 2, 4, 6, { b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }]
const filtered = { a: rows, o: { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } }, e: 'f' }
const nested = { o: { j: 1, k: 2 }, a: [5, 3, [{ j: 4 }, { k: 6 }]] }

// The examples of the RFC, with what they select in the order of the document, each value once.
describe('RFC 9535', () => {
  it.each<[string, unknown, unknown[]]>([
    // §1.5
    ['$.store.book[*].author', store, books.map(({ author }) => author)],
    ['$..author', store, books.map(({ author }) => author)],
    ['$.store.*', store, [books, bicycle]],
    ['$.store..price', store, [8.95, 12.99, 8.99, 22.99, 399]],
    ['$..book[2]', store, [books[2]]],
    ['$..book[2].author', store, ['Herman Melville']],
    ['$..book[2].publisher', store, []],
    ['$..book[-1]', store, [books[3]]],
    ['$..book[0,1]', store, [books[0], books[1]]],
    ['$..book[:2]', store, [books[0], books[1]]],
    ['$..book[?@.isbn]', store, [books[2], books[3]]],
    ['$..book[?@.price<10]', store, [books[0], books[2]]],
    ['$..*', store, [store.store]],
    // §2.2, §2.3.1
    ['$', { k: 'v' }, [{ k: 'v' }]],
    ["$.o['j j']", { o: { 'j j': { 'k.k': 3 } } }, [{ 'k.k': 3 }]],
    [`$["o"]['j j']["k.k"]`, { o: { 'j j': { 'k.k': 3 } } }, [3]],
    [`$["'"]["@"]`, { "'": { '@': 2 } }, [2]],
    // §2.3.2 to §2.3.4
    ['$[*]', { o: { j: 1, k: 2 }, a: [5, 3] }, [{ j: 1, k: 2 }, [5, 3]]],
    ['$.o[*, *]', { o: { j: 1, k: 2 }, a: [5, 3] }, [1, 2]],
    ['$[1]', ['a', 'b'], ['b']],
    ['$[-2]', ['a', 'b'], ['a']],
    ['$[1:3]', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['b', 'c']],
    ['$[5:]', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['f', 'g']],
    ['$[1:5:2]', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['b', 'd']],
    ['$[-3:-1]', ['a', 'b', 'c', 'd'], ['b', 'c']],
    // §2.3.5
    ["$.a[?@.b == 'kilo']", filtered, [{ b: 'kilo' }]],
    ["$.a[?(@.b == 'kilo')]", filtered, [{ b: 'kilo' }]],
    ['$.a[?@>3.5]', filtered, [5, 4, 6]],
    ['$.a[?@.b]', filtered, [{ b: 'j' }, { b: 'k' }, { b: {} }, { b: 'kilo' }]],
    ['$[?@.*]', filtered, [filtered.a, filtered.o]],
    ['$.o[?@<3, ?@<3]', filtered, [1, 2]],
    ['$.a[?@<2 || @.b == "k"]', filtered, [1, { b: 'k' }]],
    ['$.o[?@>1 && @<4]', filtered, [2, 3]],
    ['$.o[?@.u || @.x]', filtered, [{ u: 6 }]],
    ['$.a[?@.x == @.y]', filtered, rows],
    ['$.a[?!@.b]', filtered, [3, 5, 1, 2, 4, 6]],
    // §2.3.5.3, with the two sides in each item
    [
      '$[?@.a <= @.b]',
      [{}, { a: 'a', b: 'b' }, { a: 13, b: '13' }, { a: true, b: true }],
      [{}, { a: 'a', b: 'b' }, { a: true, b: true }],
    ],
    ['$[?@ > "\uffff"]', ['😀', '\uffff', '\ud7ff'], ['😀']],
    ['$[?@.a != "g"]', [{}, { a: 'g' }, { a: ['g'] }], [{}, { a: ['g'] }]],
    // §2.5
    ['$[0, 3]', ['a', 'b', 'c', 'd', 'e'], ['a', 'd']],
    ['$[0:2, 5]', ['a', 'b', 'c', 'd', 'e', 'f'], ['a', 'b', 'f']],
    ['$..j', nested, [1, 4]],
    ['$..[0]', nested, [5, { j: 4 }]],
    ['$..[*]', nested, [nested.o, nested.a]],
    ['$..o', nested, [nested.o]],
    ['$.a..[0, 1]', nested, [5, 3, { j: 4 }, { k: 6 }]],
    // §2.6
    ['$.a', { a: null }, [null]],
    ['$.a[0]', { a: null }, []],
    ['$.b[?@]', { b: [null] }, [null]],
    ['$.b[?@==null]', { b: [null] }, [null]],
    ['$.c[?@.d==null]', { c: [{}] }, []],
  ])('%s', (path, document, expected) => {
    const text = JSON.stringify(document)
    const wanted = lines(expected.map((value) => JSON.stringify(value)))
    for (const size of [1, 2, 7, 1000]) expect(valuesIn(text, path, size), `chunks of ${size}`).toBe(wanted)
  })
})

it('random paths select in random documents what a naive reader selects, whatever the chunks are', () => {
  let found = 0
  let refused = 0
  for (let seed = 1; seed <= seeds; seed++) {
    const random = createRandom(seed)
    const document = randomJson(random, 5)
    const path = randomPath(random)
    const text = printed(random, document)
    const asked = written(random, path)
    const wanted = selected(path, document, text)
    const sizes =
      text.text.length < 60 ? Array.from({ length: 60 }, (_, at) => at + 1) : [1 + random.below(20), 1e6]
    for (const size of sizes) {
      let values: string
      try {
        values = valuesIn(text.text, asked, size)
      } catch (error) {
        // Arrays and objects are not compared with each other.
        expect(String(error)).toMatch(/Expected a filter to compare/)
        refused++
        continue
      }
      expect(values, `seed ${seed}: ${asked} in ${text.text}, chunks of ${size}`).toBe(lines(wanted))
    }
    if (wanted.length > 0) found++
  }
  expect(found).toBeGreaterThan(seeds / 4)
  expect(refused).toBeLessThan(seeds / 5)
})

describe('several documents', () => {
  it.each([
    ['{"a":1}\n{"a":2}\n\n{"b":3}{"a":4}', '$.a', '1\n2\n4\n'],
    ['HTTP/1.1 200 OK\nserver: "x\n\n{"a":1}\nDone in [3s]\n{"a":2}', '$.a', '1\n2\n'],
    ['1 "a" [2]\nnull', '$', '1\n"a"\n[2]\nnull\n'],
    ['[1,2]\n[3]', '$[-1]', '2\n3\n'],
    ['{"a":{"b":1}}\n{"a":{"b":2}}', "$[?@.b == 2]['b']", '2\n'],
  ])('%j at %s', (text, path, expected) => {
    for (const size of [1, 3, 100]) expect(valuesIn(text, path, size)).toBe(expected)
  })
})

describe('malformed documents', () => {
  it.each([
    ['{"a":[1,{"b":2', '$.a[*]', '1\n{"b":2\n'],
    ['[{"a":1,"x":1},{"a":1,"x', '$[?@.a == 1]', '{"a":1,"x":1}\n{"a":1,"x\n'],
    ['[{"x":1,"a":1},{"x', '$[?@.a == 1]', '{"x":1,"a":1}\n'],
    ['[[1,2],[3,4', '$..[-1]', '2\n'],
    ['[NaN,{"a":NaN},{"a":1}]', '$[?@.a == 1]', '{"a":1}\n'],
    ['}]{"a" "b":1,,"c" 2}', '$.*', '"b"\n1\n2\n'],
    ['{"a":1,"a":2,"b":{"a":3}}', '$..a', '1\n3\n'],
    ['{"\\u0061":"\\u0078"}', "$[?@ == 'x']", '"\\u0078"\n'],
    ['\ufeff{"a":1}', '$.a', '1\n'],
  ])('%j at %s', (text, path, expected) => {
    for (const size of [1, 3, 100]) expect(valuesIn(text, path, size)).toBe(expected)
  })
})

describe('large values', () => {
  const long = 'x'.repeat((4 << 20) + 99)
  const sizes = some([1 << 16, 1 << 24], 2)

  it('may be what is selected without a condition, or what a filter decides on early or does not take', () => {
    const text = `[{"a":1,"long":"${long}"},{"long":"${long}"}]`
    for (const size of sizes) expect(valuesIn(text, '$[*]', size).length).toBe(text.length - 1)
    expect(valuesIn(text, '$[?@.a]', 1 << 16).length).toBe(long.length + 18)
    expect(valuesIn(text, '$[?@.b]', 1 << 16)).toBe('')
  })

  it('are refused where a filter, or a position from the end, comes to take them late', () => {
    for (const [text, path] of [
      [`[1,{"long":"${long}","a":1}]`, '$[?@.a]'],
      [`[1,{"long":"${long}","a":1}]`, '$[?@.a].a'],
      [`[1,"${long}"]`, '$[-1]'],
    ])
      for (const size of sizes) {
        if (path.endsWith('.a')) expect(valuesIn(text, path, size)).toBe('1\n')
        else expect(() => valuesIn(text, path, size)).toThrow(/at most 4 MiB .* got more from byte 3 on/)
      }
  })

  it('around what is taken do not delay it', () => {
    const item = `{"level":"error","pad":"${'y'.repeat(100)}"}`
    const text = `{"items":[${Array.from({ length: 35_000 }, () => item).join(',')}]}`
    expect(valuesIn(text, "$..[?@.level == 'error']", 1 << 16).length).toBe(35_000 * (item.length + 1))
  })

  it('of many elements wait for a position from the end', () => {
    expect(valuesIn(`[${'0,'.repeat(20_000)}1]`, '$[-2:]', 1 << 16)).toBe('0\n1\n')
    expect(valuesIn(`[${'0,'.repeat(20_000)}1]`, '$[:-500]', 1 << 16).length).toBe(2 * 19_501)
  })

  it('of many levels are refused on the path, and passed over beside it', () => {
    const deep = `{"deep":${'['.repeat(1e5)}${']'.repeat(1e5)},"a":1}`
    expect(valuesIn(deep, '$[?@ == 1]')).toBe('1\n')
    expect(() => valuesIn(deep, '$..a')).toThrow(/at most 2000 levels deep/)
  })

  it('of strings are compared with what a path can name', () => {
    expect(valuesIn(`["${long}","x"]`, "$[?@ == 'x']")).toBe('"x"\n')
    expect(() => valuesIn(`["${long}","x"]`, "$[?@ < 'y']")).toThrow(/strings of at most 24 KiB/)
  })
})

describe('a path that is refused', () => {
  it.each([
    ['a', 'expected $ at character 1, got "a"'],
    ['$.', 'expected a name, which needs quotes'],
    ['$..', 'at character 4, got its end'],
    ["$['a", 'at character 3, got "\'a"'],
    ['$[*', 'expected ] or a comma at character 4, got its end'],
    ['$.*x', 'at character 4, got "x"'],
    ['$[01]', 'expected ] or a comma at character 4, got "1]"'],
    ['$[9007199254740992]', 'expected a whole number below 2^53 at character 3'],
    ['$[::-1]', 'expected a step of at least 0'],
    ['$[-10001]', 'positions from the end go to -10000, got -10001'],
    ['$[?@.a = 1]', 'expected one of == != < <= > >= at character 8, got "= 1]"'],
    ['$[?@.a == x]', 'expected @, a text in quotes, a number, true, false or null'],
    ['$[?length(@) > 1]', 'functions are not supported) at character 4, got "length(@) > 1]"'],
    ['$[?1]', 'expected one of == != < <= > >='],
    ['$[?@.* == 1]', 'a comparison needs single values'],
    ['$[?@..a]', 'expected no .. in a filter at character 5'],
    ['$[?@[?@.a]]', 'expected no filter in a filter'],
    ['$[?@[-1]]', 'expected a position from 0 in a filter'],
    ['$[?$.a]', 'expected @'],
    ['$[?(@.a]', 'expected ) at character 8'],
    ["$['\\q']", 'expected a text with the escapes of JSON'],
    ['$..[?@.a]..b', 'a second .. behind a filter'],
    ['$..a[-1]..b', 'a second .. behind a filter'],
    [`$[?${'('.repeat(200)}`, 'expected at most 100 parentheses'],
    [`$${'.a'.repeat(2000)}`, 'it has more than 4000 characters'],
  ])('%s', (path, why) => {
    expect(() => parsePath(path)).toThrow(why)
    expect(() => parsePath(path)).toThrow(/^Expected a path such as \$\.items\[42\]\.name or \$/)
  })

  it('says so with a path that works', () => {
    for (const path of ['$.items[42].name', "$.items[?@.state != 'ok']"])
      expect(() => parsePath(path)).not.toThrow()
  })
})
