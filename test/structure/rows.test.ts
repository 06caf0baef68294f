import { describe, expect, it } from 'vitest'
import { kindsFor } from '../../src/kinds/index.ts'
import { createCollector, truncate } from '../support/checked.ts'
import { checkContract } from '../support/contract.ts'

const ODD_AT = 230
const lines = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('')
const name = (at: number) => `${String.fromCharCode(97 + (at % 26))}part-${at * 7919}`
/** Of 400 lines or records, one is unlike the others. */
const forms: Record<string, { command: string; text: string; odd: string }> = {
  'a list of mounts': {
    command: 'mount',
    text: lines(
      400,
      (at) => `/dev/${name(at)} on /mnt/${name(at)} type ${at === ODD_AT ? 'nfs4' : 'ext4'} (rw)\n`,
    ),
    odd: 'nfs4',
  },
  'sizes of folders': {
    command: 'du -ah',
    text: lines(400, (at) => (at === ODD_AT ? '48G\t./cache\n' : `${10 + (at % 80)}K\t./src/${name(at)}\n`)),
    odd: '48G',
  },
  'pinned packages': {
    command: 'pip freeze',
    text: lines(400, (at) =>
      at === ODD_AT ? '-e git+https://a.test/x@12#egg=x\n' : `${name(at)}==1.${at}\n`,
    ),
    odd: 'git+https',
  },
  'a dump of bytes': {
    command: 'xxd a.bin',
    text: lines(400, (at) => {
      const bytes = at === ODD_AT ? '0000 4b45 5900 ' : '0000 0000 0000 '
      return `${(at * 6).toString(16).padStart(8, '0')}: ${bytes} ${at === ODD_AT ? '..KEY.' : '......'}\n`
    }),
    odd: '4b45',
  },
  'a drawn table': {
    command: 'sqlite3 -box a.db q',
    text: `┌────┐\n${lines(400, (at) => `│ ${String(at).padEnd(4)} │ ${name(at).padEnd(20)} │ ${at === ODD_AT ? 'locked' : 'active'} │\n`)}└────┘\n`,
    odd: 'locked',
  },
  'a drawn table with a far number': {
    command: 'sqlite3 -box a.db q',
    text: `┌─────┬──────┬─────┬──────┐\n│ nr  │ is   │ sum │ note │\n├─────┼──────┼─────┼──────┤\n${lines(400, (at) => `│ ${String(at).padEnd(3)} │ ${at === 300 ? 'sent' : 'open'} │ ${at === ODD_AT ? -9999.5 : `${20 + (at % 7)}.0`} │ ${name(at).repeat(6)} │\n`)}└─────┴──────┴─────┴──────┘\n`,
    odd: '-9999.5',
  },
  'rows with bars': {
    command: 'sqlite3 a.db q',
    text: lines(400, (at) => `${at}|${name(at)}|two words|${at === ODD_AT ? 'locked' : 'active'}\n`),
    odd: 'locked',
  },
  'records that a line begins': {
    command: 'cat lcov.info',
    text: lines(
      400,
      (at) => `TN:\nSF:src/${name(at)}.c\nLF:10\nLH:${at === ODD_AT ? 0 : 10}\nend_of_record\n`,
    ),
    odd: 'LH:0\n',
  },
  'records with lines of their own': {
    command: 'cat poetry.lock',
    text: lines(400, (at) => {
      const source = at === ODD_AT ? '\n[package.source]\ntype = "git"\n' : ''
      return `[[package]]\nname = "${name(at)}"\nversion = "1.${at}"\n${source}\n`
    }),
    odd: '[package.source]',
  },
  'packages of another registry': {
    command: 'cat yarn.lock',
    text: `# yarn lockfile v1\n\n${lines(400, (at) => {
      const host = at === ODD_AT ? 'npm.other.test' : 'registry.test'
      return `\n${name(at)}@^1.0.0:\n  version "1.${at}.0"\n  resolved "https://${host}/${name(at)}.tgz"\n`
    })}`,
    odd: 'npm.other.test',
  },
}

describe('of an answer', () => {
  it.each(Object.entries(forms))('what is unlike the rest is shown: %s', (_, { command, text, odd }) => {
    for (const maxBytes of [4096, 8192])
      for (const purpose of ['query', 'read', 'unknown'] as const) {
        const options = { maxBytes, for: purpose, structure: kindsFor({ command }) }
        const result = truncate(text, options)
        expect(result.text).toContain(odd)
        checkContract(text, options, result)
        const plain = truncate(text, { maxBytes, for: purpose })
        expect(result.keptLines).toBeGreaterThanOrEqual(0.9 * plain.keptLines)
      }
  })

  it('nothing else is cut otherwise', () => {
    const { text } = forms['a list of mounts']
    const even = text.replace('nfs4', 'ext4')
    const structure = kindsFor({ command: 'mount' })
    for (const [output, purpose] of [
      [even, 'query'],
      [text, 'run'],
      [text, undefined],
    ] as const) {
      const options = { maxBytes: 4096, ...(purpose && { for: purpose }) }
      expect(truncate(output, { ...options, structure }).text).toBe(truncate(output, options).text)
    }
  })

  it('nor of a run, unless it failed and no word of it says why', () => {
    const checked = (odd: string) => lines(400, (at) => `src/f${at}.js    ${at === ODD_AT ? odd : 'clean'}\n`)
    const cut = (text: string, exitCode: number) => {
      const structure = kindsFor({ command: 'git commit -m wip' })
      const collector = createCollector({ maxBytes: 2048, for: 'run', structure })
      collector.write(new TextEncoder().encode(text))
      return collector.end(undefined, { exitCode })
    }
    expect(cut(checked('tab at column 5'), 1)).toMatchObject({
      kind: 'rows',
      text: expect.stringContaining('src/f230.js    tab at column 5\n'),
    })
    expect(cut(checked('tab at column 5'), 0).kind).toBeUndefined()
    expect(cut(checked('error: no such rule'), 1).kind).toBeUndefined()
    expect(cut(checked('clean'), 1).kind).toBeUndefined()
  })

  it('errors come first where nothing is known of the command', () => {
    const text = lines(
      400,
      (at) => `step ${at} of build ${at === 200 ? 'failed: error: out of memory' : 'is done'}\n`,
    )
    const options = { maxBytes: 2048, for: 'unknown' as const, structure: kindsFor({}) }
    const result = truncate(text, options)
    expect(result.kind).toBeUndefined()
    expect(result.text).toContain('out of memory')
  })

  it('the text is the same whatever the chunks, though the caller uses their memory again', () => {
    for (const { command, text } of Object.values(forms))
      for (const known of [{ command }, {}]) {
        const options = { maxBytes: 4096, for: 'unknown' as const, structure: kindsFor(known) }
        const whole = truncate(text, options)
        for (const chunkBytes of [61, 9001]) {
          const collector = createCollector(options)
          const memory = new Uint8Array(chunkBytes)
          const bytes = new TextEncoder().encode(text)
          for (let at = 0; at < bytes.length; at += chunkBytes) {
            const chunk = bytes.subarray(at, at + chunkBytes)
            memory.set(chunk)
            collector.write(memory.subarray(0, chunk.length))
          }
          expect(collector.end().text).toBe(whole.text)
        }
      }
  })

  it('an output of which nothing is known is compared up to 128 KiB', () => {
    const cut = (bytes: number) => {
      const row = (at: number) => `${name(at)} ${at === ODD_AT ? 'locked' : 'active'} 10\n`
      const text = lines(9000, row).slice(0, bytes)
      return truncate(text, { maxBytes: 4096, for: 'unknown', structure: kindsFor({}) })
    }
    expect(cut(128 * 1024)).toMatchObject({ kind: 'rows', text: expect.stringContaining('locked') })
    expect(cut(128 * 1024 + 1).kind).toBeUndefined()
  })
})

describe('texts that all differ are compared by where they come from', () => {
  const packages = (odd: string) => ({
    packages: Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `node_modules/${name(at)}`,
        { version: `1.${at}.0`, resolved: at === ODD_AT ? odd : `https://registry.test/${name(at)}.tgz` },
      ]),
    ),
  })
  it.each(['git+ssh://git@host.test/a.git#12', 'https://npm.other.test/a.tgz'])('in JSON: %s', (odd) => {
    for (const maxBytes of [2048, 4096, 8192]) {
      const text = JSON.stringify(packages(odd), undefined, 2)
      const result = truncate(text, { maxBytes, structure: kindsFor({ command: 'cat package-lock.json' }) })
      expect(result.text).toContain(odd)
    }
  })

  it('and by their signs: a word among versions', () => {
    const text = `Package          Current  Wanted\n${lines(300, (at) => `${name(at).padEnd(16)} ${(at === ODD_AT ? 'MISSING' : `1.2.${at}`).padStart(7)}  2.0.${at}\n`)}`
    const result = truncate(text, { maxBytes: 2048, structure: kindsFor({ command: 'npm outdated' }) })
    expect(result.kind).toBe('table')
    expect(result.text).toContain('MISSING')
  })

  it('in XML, by element and attribute', () => {
    const element = (at: number) =>
      `  <server name="${name(at)}" tls="${at === ODD_AT ? 'off' : 'on'}"><zone>${at === 300 ? 'us' : 'eu'}</zone></server>\n`
    const text = `<?xml version="1.0"?>\n<servers>\n${lines(400, element)}</servers>\n`
    const result = truncate(text, { maxBytes: 4096, structure: kindsFor({}) })
    expect(result.kind).toBe('xml')
    expect(result.text).toContain('tls="off"')
    expect(result.text).toContain('<zone>us</zone>')
  })

  it('far inside as well, at every limit', () => {
    const spans = Array.from({ length: 150 }, (_, at) => ({
      traceId: `${name(at)}-${at * 104729}`,
      name: at % 2 ? 'GET /a' : 'GET /b',
      attributes: { 'http.method': 'GET', 'http.route': `/${name(at)}`, 'net.peer': `host-${at % 7}.test` },
      status: { code: at === 90 ? 2 : 1 },
    }))
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ batch: [{ spans }] }] }] }, undefined, 1)
    for (const maxBytes of [2048, 4096, 8192])
      expect(truncate(text, { maxBytes, structure: kindsFor({}) }).text).toMatch(/"code": 2\n/)
  })
})
