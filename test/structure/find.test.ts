import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsOf } from '../../src/host/units.ts'
import { FileFinder } from '../../src/kinds/find/files.ts'
import { createMemoryStore } from '../../src/store/backends/memory.ts'
import type { ArtifactStore } from '../../src/store/store.ts'

type Unit = Parameters<typeof unitsOf>[2]

const encode = (text: string) => new TextEncoder().encode(text)

/** A store with one artifact, read in chunks of a size. */
function storeOf(bytes: Uint8Array, chunkBytes: number): ArtifactStore {
  return {
    ...createMemoryStore(),
    stat: async (id: string) => ({ id, bytes: bytes.length, lines: 0 }) as never,
    async *read() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes)
    },
  }
}

async function chunked(text: string, unit: Unit, chunkBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of unitsOf(storeOf(encode(text), chunkBytes), 'x', unit)) parts.push(part.slice())
  } catch (error) {
    return `! ${(error as Error).message}`
  }
  return Buffer.concat(parts).toString()
}

/** The answer, which is the same for every size of chunks. */
async function unitIn(text: string, unit: Unit): Promise<string> {
  const whole = await chunked(text, unit, 1 << 20)
  for (let size = 1; size <= Math.min(40, text.length); size++)
    expect(await chunked(text, unit, size), `chunks of ${size}`).toBe(whole)
  return whole
}

describe('items and paths of JSON', () => {
  it.each<[string, Unit, string]>([
    ['[1, "a,]", {"b": [2]}, [3], null]', { items: [2, 4] }, '"a,]"\n{"b": [2]}\n[3]\n'],
    ['\ufeff[1,2,3]', { items: [3, 9] }, '3\n'],
    ['{"a":[1],"n":5,"b":["x","y"],"c":{}}', { items: [1, 1] }, '"x"\n'],
    ['{"i":1}\n\n{"i":2}\n{"i":3}', { items: [2, 3] }, '{"i":2}\n{"i":3}\n'],
    ['{"i":1}\r\nnot json\r\n', { items: [2, 2] }, 'not json\r\n'],
    ['{"a":{"b c":[10,20,30]}}', { path: "$.a['b c'][1]" }, '20\n'],
    ['{"a":[{"x":1},{"x":2},{"y":3}]}', { path: '$.a[0:2].x' }, '1\n2\n'],
    ['{"a":[[1,2],[3,4]]}', { path: '$.a[:][1]' }, '2\n4\n'],
    ['{"a":1,"a":2}', { path: '$.a' }, '1\n'],
    [
      '{"items":[{"s":{"p":"Run"}},{"s":{}},{"s":{"p":"Fail"}}]}',
      { path: '$.items[*].s.p' },
      '"Run"\n"Fail"\n',
    ],
    ['{"a":{"x":[1,2],"y":[3]},"b":0}', { path: '$.*[*]' }, '[1,2]\n[3]\n'],
    ['{"a":[[1,2],[3,4]],"b":[5]}', { path: '$[ * ][0:1]' }, '[1,2]\n5\n'],
    ['{"\\u0061\\"":"q\\"\\\\"}', { path: "$['a\"']" }, '"q\\"\\\\"\n'],
    [' "x" ', { path: '$' }, '"x"\n'],
    ['12', { path: '$' }, '12\n'],
    ['{"a":{"b":\n [1,\n2]}, "c":1', { path: '$.a' }, '{"b":\n [1,\n2]}\n'],
    ['{"a":{"b":1,"c":"tru', { path: '$.a.c' }, '"tru\n'],
    ['[1,2]', { items: [5, 6] }, '! There is no such unit. $ is an array of 2 items, from [0].'],
    [
      '{"a":{"b":1,"c":2}}',
      { path: '$.a.d' },
      '! There is no such unit. The value 1 steps into the path is an object with "b", "c".',
    ],
    ['', { path: '$.a' }, '! There is no such unit. There is no JSON value.'],
    [
      'just text',
      { items: [1, 1] },
      '! There is no such unit. There is no array and there are no JSON lines.',
    ],
  ])('in %j, %j are %j', async (text, unit, expected) => {
    expect(await unitIn(text, unit)).toBe(expected)
  })

  it('are the items that JSON.parse has', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.nat(8),
        fc.boolean(),
        async (all, skip, isInside) => {
          const json = JSON.stringify(isInside ? { before: 1, all } : all)
          const text = await chunked(json, { items: [skip + 1, skip + 3] }, 3)
          const wanted = all.slice(skip, skip + 3)
          if (wanted.length === 0) expect(text).toMatch(/^!/)
          else expect(text).toBe(wanted.map((each) => `${JSON.stringify(each)}\n`).join(''))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('are found below and beside deep nesting and huge strings', async () => {
    const deep = `{"deep":${'['.repeat(1e5)}${']'.repeat(1e5)},"long":"${'\\"'.repeat(1e5)}","x":[7,8]}`
    expect(await chunked(deep, { path: '$.x[1]' }, 4096)).toBe('8\n')
    expect(await chunked('['.repeat(1e5), { items: [2, 2] }, 4096)).toMatch(/^! There is no such unit/)
    expect(await chunked('}]'.repeat(1e4), { path: '$.a' }, 100)).toMatch(/^! /)
  })

  it('are all in the first document that has enough of them', async () => {
    const endless = storeOf(encode(`[1,2,3${',4'.repeat(1e5)}]`), 100)
    let read = 0
    const counting: ArtifactStore = {
      ...endless,
      async *read(id, range) {
        for await (const chunk of endless.read(id, range)) {
          read++
          yield chunk
        }
      },
    }
    for await (const _ of unitsOf(counting, 'x', { items: [1, 2] }));
    // Two readings: the first one finds where the items are.
    expect(read).toBe(2002)
  })
})

describe('counts of values', () => {
  it.each<[string, string, string]>([
    ['[{"s":"ok"},{"s":"bad"},{"s":"ok"},{}]', '$[*].s', '2 "ok"\n1 "bad"\n'],
    ['{"s":1}\n{"s":2}\n{"s":1}', '$.s', '2 1\n1 2\n'],
    [
      '[{"a":1, "b":[" "]},{"a":1,\n"b":\t[" "]},{"a":1,"b":[""]}]',
      '$[*]',
      '2 {"a":1,"b":[" "]}\n1 {"a":1,"b":[""]}\n',
    ],
    ['["a\\" b", "a\\"  b"]', '$[*]', '1 "a\\" b"\n1 "a\\"  b"\n'],
    [
      `["${'x'.repeat(999)}",1,"${'x'.repeat(998)}"]`,
      '$[*]',
      `1 1\n1 "${'x'.repeat(998)}"\n1 longer than 1000 bytes\n`,
    ],
    ['[1]', '$.a', '! There is no such unit. $ is an array of 1 items, from [0].'],
  ])('of %j at %s', async (text, path, expected) => {
    expect(await unitIn(text, { path, count: true })).toBe(expected)
  })

  it('of more than 10,000 different values count the others together', async () => {
    const values = Array.from({ length: 10_012 }, (_, at) => at)
    const text = await chunked(JSON.stringify([...values, 10_011, 7]), { path: '$[*]', count: true }, 1000)
    const counts = text.split('\n')
    expect([counts[0], counts[1], counts.at(-2)]).toEqual(['2 7', '1 0', '13 others'])
    expect(counts.length).toBe(10_002)
  })

  it('are those of JSON.parse', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 20 }),
        async (all) => {
          const text = await chunked(JSON.stringify(all, null, 2), { path: '$[*]', count: true }, 7)
          const counts = new Map<string, number>()
          for (const value of all) {
            const key = JSON.stringify(value)
            counts.set(key, (counts.get(key) ?? 0) + 1)
          }
          const expected = [...counts].sort(([, a], [, b]) => b - a)
          expect(text).toBe(expected.map(([value, count]) => `${count} ${value}\n`).join(''))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('rows', () => {
  const dpkg = 'Desired=Unknown\n||/ Name Version\n+++-====-=======\nii  a 1\nii  b 2\n'
  it.each<[string, Unit, string]>([
    ['a,b\n1,"x\n""y"\n2,z\n3,w\n', { rows: [1, 2] }, 'a,b\n1,"x\n""y"\n2,z\n'],
    ['a\tb\n1\t5" pipe\n2\tz', { rows: [2, 9] }, 'a\tb\n2\tz\n'],
    ['a,b\n1,"never\n2,z\n3,w\n', { rows: [3, 3] }, 'a,b\n3,w\n'],
    [dpkg, { rows: [2, 2] }, 'Desired=Unknown\n||/ Name Version\n+++-====-=======\nii  b 2\n'],
    ['PID CMD\n1 init\n2 sh', { rows: [2, 2] }, 'PID CMD\n2 sh\n'],
    ['a,b\n1,2\n', { rows: [4, 5] }, '! There is no such unit. There are 1 rows.'],
  ])('of %j for %j are %j', async (text, unit, expected) => {
    expect(await unitIn(text, unit)).toBe(expected)
  })
})

describe('a file', () => {
  const part = (name: string, body = '-x\n+y\n') =>
    `diff --git a/${name} b/${name}\nindex 1..2 100644\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n${body}`
  const diff = part('src/a.c') + part('lib/a.c') + part('src/b.c', '--- x\n+++ y\n')
  it.each<[string, string, string]>([
    [diff, 'src/a.c', part('src/a.c')],
    [diff, 'b.c', part('src/b.c', '--- x\n+++ y\n')],
    [diff, 'a.c', '! There is no such unit. Several files fit: "src/a.c", "lib/a.c".'],
    [diff, 'z.c', '! There is no such unit. There are files "src/a.c", "lib/a.c", "src/b.c".'],
    [
      '--- old/x\t2020\n+++ new/x\t2021\n@@ -1 +1 @@\n--- q\n+++ r\n--- p\n+++ p\n@@ -1 +1 @@\n-1\n+2\n',
      'p',
      '--- p\n+++ p\n@@ -1 +1 @@\n-1\n+2\n',
    ],
    [
      'diff --git a/o.c b/n.c\nsimilarity index 100%\nrename from o.c\nrename to n.c\n',
      'o.c',
      'diff --git a/o.c b/n.c\nsimilarity index 100%\nrename from o.c\nrename to n.c\n',
    ],
    [
      'diff --git "a/\\303\\244 b" "b/\\303\\244 b"\nnew file mode 1\n',
      'ä b',
      'diff --git "a/\\303\\244 b" "b/\\303\\244 b"\nnew file mode 1\n',
    ],
    [
      'src/a.c:1:x\nsrc/a.c-2-y\nsrc/b.c:9:z\n--\nsrc/a.c:7:w\n',
      'a.c',
      'src/a.c:1:x\nsrc/a.c-2-y\nsrc/a.c:7:w\n',
    ],
    ['a.c\n1:x\n2-y\n--\n9:z\n\nb.c\n3:w\n', 'b.c', 'b.c\n3:w\n'],
    ['a.c\n1:x\n2-y\n\nb.c\n3:w\n', 'a.c', 'a.c\n1:x\n2-y\n'],
    [
      '{"type":"begin","data":{"path":{"text":"a.c"}}}\n{"type":"match","data":{"path":{"text":"b.c"}}}\n',
      'b.c',
      '{"type":"match","data":{"path":{"text":"b.c"}}}\n',
    ],
    ['nothing here\n', 'a', '! There is no such unit. There are no files.'],
  ])('of %j named %j is found', async (text, file, expected) => {
    expect(await unitIn(text, { file })).toBe(expected)
  })

  it('is found behind a hunk that lies about its counts', () => {
    const finder = new FileFinder('b')
    const lie = '--- a\n+++ a\n@@ -1,99999 +1,99999 @@\n x\ndiff --git a/b b/b\n--- a/b\n+++ b/b\n'
    finder.write(encode(lie))
    expect(finder.end()).toEqual([[lie.indexOf('diff'), lie.length]])
  })
})

describe('a section', () => {
  const text =
    '# Top\nx\n## Install\ni\n### On Linux\nl\n```sh\n# Install\n```\n## Use\nu\n\nSetext\n---\ns\n'
  it.each<[string, string]>([
    ['Install', '## Install\ni\n### On Linux\nl\n```sh\n# Install\n```\n'],
    ['on l', '### On Linux\nl\n```sh\n# Install\n```\n'],
    ['Setext', 'Setext\n---\ns\n'],
    ['Nope', '! There is no such unit. There are sections "On Linux", "Install", "Use", "Setext", "Top".'],
  ])('named %j is %j', async (section, expected) => {
    expect(await unitIn(text, { section })).toBe(expected)
  })

  it('is none in front matter, and none between fences on one line', async () => {
    const text = '---\ntitle: Use\n---\n# A\n```a```\n## Use\nu\n'
    expect(await unitIn(text, { section: 'Use' })).toBe('## Use\nu\n')
  })

  it('ends with a fence that is never closed', async () => {
    expect(await unitIn('# A\n```\n# B\n', { section: 'B' })).toMatch(/^! .*"A"/)
  })
})

it('a file with more than 10,000 separate matches says that it has more', async () => {
  const matches = Array.from({ length: 10_001 }, (_, at) => `a.c:${at}:x\nb.c:${at}:y\n`).join('')
  for (const [text, isCapped] of [
    [matches, true],
    [matches.slice(0, 9000), false],
  ] as const) {
    const units = unitsOf(storeOf(encode(text), 1 << 16), 'x', { file: 'a.c' })
    let bytes = 0
    for await (const part of units) bytes += part.length
    expect([bytes > 0, units.isCapped]).toEqual([true, isCapped])
  }
})
