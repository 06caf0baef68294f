// @deep

import { describe, expect, it } from 'vitest'
import { WatchedLog } from '../../src/cli/shell/watched-log.ts'
import { settingsOf } from '../../src/settings.ts'

const PACE = 500
const words = { source: { artifact: '0'.repeat(16) }, reader: settingsOf({}).notice, status: { exitCode: 3 } }
const open = () => new WatchedLog({ for: 'query' })
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()
const write = (log: WatchedLog, text: string) => log.write(Buffer.from(text))

describe('a log that somebody watches', () => {
  it('gets each line once, and no notice, when it is short', async () => {
    const log = open()
    await write(log, 'one\ntw')
    const first = textOf(await log.take(0))
    await write(log, 'o\nthree\n')
    const second = textOf(await log.take(PACE))
    await write(log, 'four')
    const third = textOf(await log.take(2 * PACE))
    expect([first, second, third, textOf(await log.end(6000, words))]).toEqual([
      'one\n',
      'two\nthree\n',
      '',
      'four',
    ])
    expect(log.figures).toMatchObject({ bytes: 18, keptBytes: 18 })
  })

  it('gets nothing before it is time', async () => {
    const log = open()
    await write(log, 'one\n')
    expect(textOf(await log.take(0))).toBe('one\n')
    await write(log, 'two\n')
    expect(textOf(await log.take(PACE - 1))).toBe('')
    expect(textOf(await log.take(PACE))).toBe('two\n')
  })

  it('gets a line that is drawn again when it has ended, and a prompt when nothing follows', async () => {
    const log = open()
    await write(log, '\r10%')
    for (let pace = 0; pace < 9; pace++) expect(textOf(await log.take(pace * PACE))).toBe('')
    await write(log, '\r100%\nName? ')
    expect(textOf(await log.take(10 * PACE))).toBe('100%\n')
    const later = []
    for (let pace = 11; pace < 16; pace++) later.push(textOf(await log.take(pace * PACE)))
    expect(later.join('')).toBe('Name? ')
    await write(log, 'Bob\n')
    expect(textOf(await log.take(16 * PACE))).toBe('Bob\n')
  })

  it('gets an error on a line that is drawn again as it comes, and once', async () => {
    for (const back of ['\r', '\r\x1b[K', '\x1b[1G\x1b[0K']) {
      const log = open()
      const texts = []
      for (let pace = 0; pace < 8; pace++) {
        await write(log, `${back}${`${pace}0%`.padEnd(60)}`)
        if (pace === 3 || pace === 5) await write(log, `${back}error: cannot find value ${pace}`)
        texts.push(textOf(await log.take(pace * PACE)))
      }
      await write(log, `${back}80%\ndone\n`)
      texts.push(textOf(await log.end(6000, words)))
      expect(texts[3]).toContain('error: cannot find value 3')
      expect([...texts.slice(0, 3), ...texts.slice(4, 8)].join('')).toBe('')
      expect(texts[8]).toContain('\n80%\ndone')
      expect(texts.join('').split('\n')).toContain('error: cannot find value 3')
    }
  })

  it('gets every error at once in a flood, within its bound, and line numbers of the whole output', async () => {
    const log = open()
    let all = ''
    let lines = 0
    for (let pace = 0; pace < 120; pace++) {
      const flood = Array.from({ length: 2000 }, (_, i) => `line ${pace * 2000 + i} of ${(i * 7919) % 991}\n`)
      if (pace % 7 === 3) flood.splice(1000, 0, `error: cannot find module number ${pace}\n`)
      lines += flood.length
      await write(log, flood.join(''))
      const text = textOf(await log.take(pace * PACE))
      if (pace % 7 === 3) expect(text).toContain(`error: cannot find module number ${pace}\n`)
      all += text
    }
    expect(all.length).toBeLessThanOrEqual(6 * 16 * 1024)
    const last = textOf(await log.end(6000, words))
    expect(last).toBe(`[Exit code 3. Full output: pith show ${'0'.repeat(16)}]`)
    expect(log.figures.errors).toBe(17)
    // Each line is shown or in a marker.
    let next = 1
    for (const row of all.trimEnd().split('\n')) {
      const gap = /^\[\.\.\.(\d+)(?:-(\d+))?(?:: | like |\])/.exec(row)
      if (gap) expect(Number(gap[1])).toBe(next)
      next = gap ? Number(gap[2] ?? gap[1]) + 1 : next + 1
    }
    expect(next).toBe(lines + 1)
  })
})
