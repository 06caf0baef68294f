// @deep

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { escaped, visible, visibleInLine } from '../../src/cli/print/visible.ts'
import { createFileStore } from '../../src/store/backends/files.ts'
import { distFile } from '../support/built.ts'
import { useCommand } from '../support/command.ts'
import { onTerminal } from '../support/pseudo-terminal.ts'
import { some } from '../support/some.ts'
import { terminalAttacks } from '../support/terminal-attacks.ts'

/** Code points that a terminal would obey or that nobody would see, apart from line ends and tabs. */
const HIDDEN = [
  [0, 8],
  [0xb, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xe0000, 0xe0fff],
]

const hiddenIn = (text: string): string[] =>
  Array.from(text).filter((character) => {
    const point = character.codePointAt(0) ?? 0
    return HIDDEN.some(([first, last]) => point >= first && point <= last)
  })

describe('hidden characters', () => {
  it('are tried by many attacks', () => {
    expect(terminalAttacks.length).toBeGreaterThanOrEqual(48)
    for (const [name, attack] of terminalAttacks) expect(hiddenIn(attack), name).not.toEqual([])
  })

  it.each(terminalAttacks)('are visible: %s', (_, attack, shown) => {
    expect(visible(attack)).toBe(shown)
    expect(visible(shown)).toBe(shown)
    const json = escaped(JSON.stringify(attack))
    expect(hiddenIn(json)).toEqual([])
    expect(JSON.parse(json)).toBe(attack)
  })

  it.each([
    'a\tb\nc',
    'naïve café ✓ 漢字 ｆｕｌｌ',
    'می‌خواهم نمی‌دانم',
    'क्‍ष ശ്രീ',
    '👩‍👩‍👧 ❤️ 1️⃣ 🇫🇷 👍🏽',
    'e\u0301 \ufffd \u00a0 \u3000',
    'سنة \u0600١٤٤٥',
  ])('are no letters, signs or emoji: %s', (text) => {
    expect(visible(text)).toBe(text)
    expect(escaped(JSON.stringify(text))).toBe(JSON.stringify(text))
  })

  it('include line ends and tabs inside a line, and lone surrogates', () => {
    expect(visibleInLine('a\tb\nc')).toBe('a^Ib^Jc')
    expect(visible('a\ud83db')).toBe('a<U+D83D>b')
  })
})

describe.runIf(process.platform === 'linux')('on a terminal', { concurrent: true }, () => {
  const box = useCommand()
  // A file with a NUL may count as binary.
  const tried = terminalAttacks.filter(([, attack]) => !attack.includes('\0'))
  const attacks = tried.map(([, attack]) => `${attack}\n`).join('')
  const shown = tried.map(([, , form]) => `${form}\n`).join('')
  const wide = `x${'é'.repeat(100_000)}`
  let id = ''
  let wideId = ''

  const kept = async (text: string) => {
    const store = createFileStore({ directory: join(box.folder, 'artifacts') })
    const writer = await store.open({ tool: 'bash', label: `echo ${text.slice(0, 2000)}` })
    await writer.write(Buffer.from(text))
    return (await writer.close()).ref?.id ?? ''
  }

  beforeAll(async () => {
    writeFileSync(join(box.folder, 'attacks'), attacks)
    writeFileSync(join(box.folder, 'rows'), tried.map(([, attack], at) => `f:${at}:${attack}\n`).join(''))
    id = await kept(attacks)
    wideId = await kept(wide)
  })

  const screenOf = (script: string) => {
    const places = { PITH: distFile('cli/main.js'), NODE: process.execPath, XDG_STATE_HOME: box.folder }
    const env = { ...process.env, ...places, PITH_ARTIFACTS: join(box.folder, 'artifacts') }
    const words = script.replace('WIDE', wideId).replace('ID', id)
    return onTerminal(`pith() { "$NODE" "$PITH" "$@"; }; ${words}`, { cwd: box.folder, env })
  }

  it.each(
    some(
      [
        'cat attacks | pith --no-fold',
        'cat attacks | pith --tool bash --no-fold',
        'cat attacks | pith --tool read',
        'cat attacks | pith --profile openclaw',
        'pith read attacks',
        'pith show ID',
        'pith show ID --lines 1-999',
        'pith show ID --all',
        'pith show ID --bytes 0-99999',
      ],
      4,
    ),
  )('%s prints them in visible form', async (script) => {
    const { status, screen } = await screenOf(script)
    expect(screen).toBe(shown)
    expect(status).toBe(0)
  })

  it('prints them in visible form in lists', async () => {
    const { screen } = await screenOf('cat rows | pith --tool grep; pith show ID --grep .')
    const rows = tried.map(([, , form], at) => `f:${at}:${form}\n`)
    const lines = tried.map(([, , form], at) => `${at + 1}:${form}\n`)
    expect(screen).toBe([...rows, ...lines].join(''))
  })

  it('prints them in visible form in names, labels and errors', async () => {
    const script =
      'export NO_COLOR=1; name=$(printf "a\\033]0;x\\007\\302\\233\\342\\200\\256b"); cd "$(mktemp -d)" && seq 9 > "$name";' +
      'pith read "$name" --offset 99; pith read "not$name"; pith "$name"; pith --tool "$name"; pith show "$name";' +
      'pith run -- "$name"; pith artifacts; pith --print-config; PITH_KEEP="$name" pith events'
    const { screen } = await screenOf(script)
    expect(hiddenIn(screen)).toEqual([])
    expect(
      screen.match(/a(\^\[|\\u001b)\]0;x(\^G|\\u0007)<U\+009B><U\+202E>b/g)?.length,
    ).toBeGreaterThanOrEqual(6)
  })

  it.each(some(['cat attacks | pith --no-fold --raw', 'pith read attacks --raw', 'pith show ID --raw'], 3))(
    '%s prints them as they are',
    async (script) => {
      const { screen } = await screenOf(script)
      expect(screen).toBe(attacks)
    },
  )

  it('escapes them in JSON, on a terminal and elsewhere', async () => {
    const { screen } = await screenOf('pith read attacks --json')
    const { stdout } = await box.pith(['read', 'attacks', '--json'])
    for (const line of [screen, stdout.toString()]) {
      expect(hiddenIn(line)).toEqual([])
      expect(JSON.parse(line).text).toBe(attacks)
    }
    const { stdout: list } = await box.pith(['artifacts', '--json'])
    expect(hiddenIn(list.toString())).toEqual([])
    expect(list.toString()).toContain('\\u009b31mred')
  })

  it('decodes characters that lie across chunks, and replaces bytes that are none', async () => {
    expect((await screenOf('pith show WIDE --all')).screen).toBe(wide)
    expect((await screenOf("printf 'a\\233b\\303' | pith")).screen).toBe('a\ufffdb\ufffd\n')
  })
})

describe('elsewhere', { concurrent: true }, () => {
  const box = useCommand()
  const attacks = terminalAttacks.map(([, attack]) => `${attack}\n`).join('')

  it.each([[[]], [['--tool', 'read']], [['--raw']]])('bytes stay as they are: %j', async (words) => {
    const { stdout, stderr } = await box.pith(words, { input: attacks })
    expect({ text: stdout.toString(), stderr }).toEqual({ text: attacks, stderr: '' })
  })
})
