import { describe, expect, it } from 'vitest'
import { ini } from '../../src/kinds/files.ts'
import { kindsFor } from '../../src/kinds/index.ts'
import { truncate } from '../support/checked.ts'
import { cutOf } from '../support/units.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const kindOf = (text: string) =>
  kindsFor({}).recognise(bytesOf(text).subarray(0, 8192), text.length <= 8192)?.name
const some = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const settings = `; Of all services.\n${some(30, (at) => `[service.${at}]\nport = ${8000 + at}\ntls = ${at === 17 ? 'off' : 'on'}\nowner = team-${at}\nlimit = ${at * 7919}\n\n`)}`
const packages = `title = "ring"\n\n${some(30, (at) => `[[package]]\nname = "part-${at}"\nfeatures = [\n  "a",\n  "b",\n]\n\n[package.${at}]\nurl = "https://example.org/${at}"\n\n`)}`

describe('settings in sections', () => {
  it('show every section, and the setting that is unlike the others', () => {
    const { text, kind, units } = truncate(settings, { maxBytes: 1500, structure: kindsFor({}) })
    expect(kind).toBe('ini')
    expect(units?.sections).toBe(30)
    expect(text.match(/^\[service\.\d+\]$/gm)).toHaveLength(30)
    expect(text).toContain('tls = off\n')
    const cut = cutOf(ini, packages, 3500) ?? ''
    expect(cut.match(/^\[\[package\]\]$/gm)).toHaveLength(30)
  })

  it('are shown with few gaps where nearly all of them have room', () => {
    const sections = some(
      60,
      (at) => `[part.${at}]\n${some(8, (key) => `key_${at}_${key} = ${at * key}\n`)}\n`,
    )
    const cut = cutOf(ini, sections, Math.floor(0.9 * sections.length)) ?? ''
    expect(cut.match(/^key_/gm)?.length).toBeGreaterThan(0.8 * 480)
    expect(cut.match(/^\[\.\.\./gm)?.length).toBeLessThan(20)
  })

  it('are recognised, and logs and outputs below headings are none', () => {
    expect(kindOf(packages)).toBe('ini')
    expect(kindOf(some(20, (at) => `[step ${at}]\nIt is done: a = ${at}\n`))).not.toBe('ini')
    expect(kindOf(some(20, (at) => `[INFO] a = ${at}\n[WARN] b\n`))).not.toBe('ini')
    expect(kindOf(some(20, (at) => `[part-${at}]\nready\n`))).not.toBe('ini')
  })
})
