import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds, kindsFor } from '../../src/kinds/index.ts'
import { junit, xml } from '../../src/kinds/xml.ts'
import { caseCount } from '../support/case-count.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'
import { notWellFormed } from '../support/well-formed.ts'

const source = { artifact: '0123456789abcdef' }
const bytesOf = (text: string) => new TextEncoder().encode(text)
const list = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('')

/** A cut that is well-formed. */
function cut(kind: typeof xml, input: string, bytes: number): string {
  const text = cutOf(kind, input, bytes) ?? ''
  expect(text).not.toBe('')
  expect(notWellFormed(text)).toBeUndefined()
  return text
}

const items = (count: number) =>
  `<?xml version="1.0"?>\n<list version="2">\n${list(count, (at) => `  <item id="${at}">\n    <name>n &amp; ${at}</name>\n  </item>\n`)}</list>\n`

const stack = list(90, (at) => `\tat org.example.Frame${at}.call(Frame.java:${at})\n`)
const testcase = (at: number, inside = '') =>
  inside === ''
    ? `    <testcase name="t${at}" time="0.1"/>\n`
    : `    <testcase name="t${at}" time="0.1">\n      ${inside}\n    </testcase>\n`
const suite = (name: string, inside: string, failures: number) =>
  `  <testsuite name="${name}" tests="60" failures="${failures}">\n    <properties>\n      <property name="a" value="b"/>\n    </properties>\n${inside}  </testsuite>\n`
const report = (bad: (suite: number, at: number) => string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="600">\n${list(10, (each) =>
    suite(
      `s${each}`,
      list(60, (at) => testcase(at, bad(each, at))),
      1,
    ),
  )}</testsuites>\n`

describe('an XML document', () => {
  it('keeps whole elements, and comments count the others in their place', () => {
    const result = truncate(items(900), { maxBytes: 900, structure: kinds, source })
    expect(result.kind).toBe('xml')
    expect(result.units).toEqual({ elements: 900 })
    const text = result.text.slice(0, result.text.lastIndexOf('[More:'))
    expect(notWellFormed(text)).toBeUndefined()
    expect(text.startsWith('<?xml version="1.0"?>\n<list version="2">\n  <item id="0">\n    <name>')).toBe(
      true,
    )
    expect(text).toContain('  <item id="899">\n    <name>n &amp; 899</name>\n  </item>\n</list>\n')
    const kept = text.match(/<item /g)?.length ?? 0
    const hidden = [...text.matchAll(/ {2}<!-- (\d+) more item: lines (\d+)-(\d+), [\d.]+ K?B -->\n/g)]
    expect(hidden.reduce((sum, [, count]) => sum + Number(count), kept)).toBe(900)
    for (const [, count, from, to] of hidden) expect(Number(to) - Number(from) + 1).toBe(3 * Number(count))
  })

  it('in one line is cut to one that is well-formed', () => {
    const text = cut(xml, items(900).replaceAll(/>\s+</g, '><'), 700)
    expect(text).toMatch(/<list version="2"><item id="0"><name>n &amp; 0<\/name><\/item>/)
    expect(text).toMatch(/<!-- \d+ more item: \d+ KB -->/)
  })

  it('shows the first element with another name', () => {
    const input = items(900)
      .replace('<item id="444">', '<odd id="444">')
      .replace(/(<odd[\s\S]*?)<\/item>/, '$1</odd>')
    expect(cut(xml, input, 900)).toContain('<odd id="444">')
  })

  it('clips long texts, values and sections, outside entities', () => {
    for (const part of ['x', 'é', '日本', '👩‍👩‍👧', '&amp;', 'words of a text\n', 'e\u0301']) {
      const long = part.repeat(3000)
      for (const inside of [
        long,
        `<![CDATA[${long}]]>`,
        `<a v="${long.replaceAll('\n', ' ')}"/>`,
        `<!--${long}-->`,
      ]) {
        const text = cut(xml, `<r>\n  <first/>\n  <b>${inside}</b>\n  <last/>\n</r>\n`, 1500)
        expect(text).toMatch(/… \d+ more characters …/)
        expect(text).not.toContain('\ufffd')
        expect(text).toContain('<last/>')
      }
    }
  })

  it('clips no entity and no end of a section', () => {
    for (let more = 0; more < 60; more++) {
      const text = `${'x'.repeat(more % 5)}${'&amp;'.repeat(300)}`
      const section = `<![CDATA[${'y'.repeat(500 + more)}]]>`
      cut(xml, `<r>\n<b>${text}</b>\n<b>${section}</b><b><!--${'y'.repeat(500 + more)}--></b>\n</r>\n`, 1500)
    }
  })

  it('keeps what is in its head: declaration, type and name spaces', () => {
    const head = '<?xml version="1.0"?>\n<!DOCTYPE r [\n<!ENTITY a "b">\n]>\n'
    const text = cut(
      xml,
      `\ufeff${head}<r xmlns="urn:x">${list(400, (at) => `<a${at % 7}>${at}</a${at % 7}>\r\n`)}</r>`,
      500,
    )
    expect(text.replace('\ufeff', '').startsWith(`${head}<r xmlns="urn:x">`)).toBe(true)
  })

  it('keeps a key of a property list with its value', () => {
    const input = `<plist>\n<dict>\n${list(300, (at) => `\t<key>k${at}</key>\n\t<string>v${at}</string>\n`)}</dict>\n</plist>\n`
    const text = cut(xml, input, 900)
    for (const [, at] of text.matchAll(/<key>k(\d+)</g))
      expect(text).toContain(`<key>k${at}</key>\n\t<string>v${at}<`)
    expect(text).toContain('<key>k299</key>\n\t<string>v299</string>\n</dict>')
  })

  it('that is malformed is cut as lines, and a note says so', () => {
    for (const end of [
      '',
      '</list',
      '</list>text',
      '</lost>',
      '</list></list>',
      '</list><',
      '</list><!-- open',
    ]) {
      const input = items(900).replace('</list>\n', end)
      expect(cutOf(xml, input, 900)).toBeUndefined()
    }
    const result = truncate(items(900).replace('</list>', '</lost>'), {
      maxBytes: 900,
      structure: kinds,
      source,
    })
    expect(result.notes).toEqual(['The output begins like xml but is not. It was cut as lines.'])
  })

  it('nested deeper than any reader needs stays linear', () => {
    expect(cutOf(xml, `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, 900)).toBeUndefined()
    for (const depth of [40, 100, 5000])
      cut(xml, `<r>${'<a>\n'.repeat(depth)}${'</a>'.repeat(depth)}<b/></r>`, 2000)
  })
})

describe('results of tests in the form of JUnit', () => {
  const failure = `<failure message="no &lt;1&gt;">${stack}</failure>`

  it('show failures with their suites, and clip their stacks in the middle', () => {
    const input = report((each, at) => (each === 6 && at === 40 ? failure : ''))
    const text = cut(junit, input, 2048)
    expect(text).toContain('<testsuites tests="600">\n')
    expect(text).toMatch(
      /<testsuite name="s6"[^>]*>\n(?:(?! *<\/testsuite).*\n)* +<testcase name="t40" time="0.1">\n +<failure message="no &lt;1&gt;">\tat org.example.Frame0/,
    )
    expect(text).toMatch(/… \d+ more characters …\n\tat org/)
    expect(text).toContain('Frame89.call(Frame.java:89)\n</failure>\n    </testcase>\n')
  })

  it('are counted, in the result and in marks', () => {
    const input = report((_, at) => (at === 40 ? failure : at === 3 ? '<skipped/>' : ''))
    const result = truncate(input, { maxBytes: 1500, structure: kinds, source })
    expect(result.kind).toBe('junit')
    expect(result.units).toEqual({ failed: 10, passed: 580, skipped: 10 })
    expect(result.text).toMatch(/<!-- \d more testsuite, \d failed: lines/)
  })

  it('show suites and skipped tests before those that passed', () => {
    const text = cut(
      junit,
      report((_, at) => (at === 30 ? '<skipped message="later"/>' : '')),
      4096,
    )
    for (let each = 0; each < 10; each++)
      expect(text).toContain(`<testsuite name="s${each}" tests="60" failures="1">`)
    expect(text).toContain('<skipped message="later"/>')
  })

  it('count a test as failed whose failure follows a long output', () => {
    const output = `<system-out>${list(900, (at) => `line ${at} of what it printed\n`)}</system-out>`
    const input = report((each, at) =>
      each === 7 && at === 30 ? `${output}\n      <failure message="lost">${stack}</failure>` : '',
    )
    const result = truncate(input, { maxBytes: 4096, structure: kinds, source })
    expect(result.units).toEqual({ failed: 1, passed: 599, skipped: 0 })
    expect(result.text).toContain('<failure message="lost">')
    expect(result.text).toContain('<testcase name="t30" time="0.1">')
  })

  it('of a command that failed are used too', () => {
    const collector = createCollector({ maxBytes: 1500, structure: kindsFor({ command: 'cat report.xml' }) })
    collector.write(report((each, at) => (each === 6 && at === 40 ? '<error message="gone"/>' : '')))
    const result = collector.end(source, { exitCode: 1 })
    expect(result.kind).toBe('junit')
    expect(result.text).toContain('<error message="gone"/>')
  })
})

describe('XML', () => {
  const sure = (kind: typeof xml, text: string, command: string[] = []) =>
    kind.recognise(bytesOf(text), command, true)

  it('is told from other texts', () => {
    expect(sure(xml, items(3))).toBeGreaterThan(0.5)
    expect(sure(xml, '<svg><g><path d="M0 0"/></g></svg>')).toBeGreaterThan(0.5)
    expect(sure(xml, '<a/>', ['cat', 'x.xml'])).toBeGreaterThan(0.5)
    expect(
      sure(
        junit,
        report(() => ''),
      ),
    ).toBeGreaterThan(
      sure(
        xml,
        report(() => ''),
      ),
    )
    for (const text of [
      '<a/>',
      '<!doctype html>\n<html><body><p>x</p></body></html>',
      '<html lang="en"><head><meta></head></html>',
      '<123>Jan 1 00:00:00 host app: message\n',
      '<anonymous>: error\n<b>: error\n<c>: error\n',
      '<a><b></b><c></c></a>\nDone in 3 s.\n',
      '<T> is a type\n',
      'text <a><b/><c/></a>',
      '<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n',
      'dn: <a><b/><c/><d/>',
    ])
      expect(sure(xml, text)).toBe(0)
    expect(sure(junit, items(9))).toBe(0)
  })
})

describe('a cut of XML', () => {
  const name = fc.constantFrom('a', 'b-c', 'testcase', 'testsuite', 'failure', 'skipped', 'key', 'é')
  const leaf = fc.oneof(
    fc.constantFrom(
      '\n',
      '  ',
      'text',
      'é&lt;',
      ' x\n y ',
      '<!-- c > d -->',
      '<?pi a>b?>',
      '<![CDATA[a]]b>&c]]>',
    ),
    fc.nat(900).map((size) => 'long &amp; text\n'.repeat(size >> 3)),
    fc.nat(900).map((size) => `<![CDATA[${'<x> '.repeat(size)}]]>`),
  )
  const { node } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      leaf,
      fc.tuple(name, fc.array(tie('node'), { maxLength: 6 })).map(([tag, inside]) => {
        const attribute = inside.length % 3 === 0 ? ` v='1 > "0"'` : ''
        return inside.length === 1
          ? `<${tag}${attribute}/>`
          : `<${tag}${attribute}>${inside.join('')}</${tag} >`
      }),
    ),
  }))

  it('is well-formed, within its limits, and does not depend on chunks', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 30 }), fc.integer({ min: 120, max: 3000 }), (nodes, bytes) => {
        const input = `<root>${nodes.join('')}</root>`
        expect(notWellFormed(input)).toBeUndefined()
        for (const kind of [xml, junit]) {
          const text = cutOf(kind, input, bytes, 60)
          if (text !== undefined) expect(notWellFormed(text)).toBeUndefined()
          for (const size of [7]) expect(cutOf(kind, input, bytes, 60, size)).toBe(text)
        }
      }),
      { numRuns: caseCount(40, 200) },
    )
  })
})
