// LogDx-CI (eyuansu62/LogDx): which share of the critical signals of real CI failures a result keeps.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const folder = fileURLToPath(new URL('../../../shared/corpus/logdx', import.meta.url))
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /

/** @returns {{ id: string, bytes: Uint8Array, critical: string[][] }[]} `critical` has the evidence lines of each signal. */
export function loadLogdx(from = folder) {
  if (!existsSync(from)) return []
  const truths = readdirSync(from, { recursive: true }).filter((path) => path.endsWith('ground_truth.json'))
  return truths.sort().map((path) => {
    const bytes = readFileSync(join(from, path, '../raw.log'))
    const lines = bytes.toString().split('\n')
    const { required_signals } = JSON.parse(readFileSync(join(from, path), 'utf8'))
    const critical = required_signals
      .filter(({ importance }) => importance === 'critical')
      .map(({ evidence_lines }) => evidence_lines.flatMap(([first, last]) => lines.slice(first - 1, last)))
    return { id: path.split('/').at(-2), bytes, critical }
  })
}

/** Colours as CI logs contain them, with two characters for ESC. */
const CARET = /\^\[\[[0-9;]*m/g

/** A text as evidence is compared: escapes removed, CR as LF. */
const comparable = (text, { prefixes }) => {
  const plain = stripVTControlCharacters(text).replaceAll('\r', '\n')
  return prefixes ? plain : plain.replaceAll(CARET, '')
}

const piecesOf = (lines, how) =>
  lines
    .flatMap((line) => comparable(line, how).split('\n'))
    .map((piece) => (how.prefixes ? piece : piece.replace(STAMP, '')))
    .filter((piece) => piece.trim() !== '')

/**
 * The mean over the cases of the share of critical signals whose every evidence line is in the result. `prefixes`
 * asks for the time stamp in front of a line and for colours in caret notation too.
 */
export function signalsKept(cases, textOf, how) {
  const shares = cases.map(({ bytes, critical }) => {
    const shown = comparable(textOf(bytes), how)
    const kept = critical.filter((lines) => piecesOf(lines, how).every((piece) => shown.includes(piece)))
    return critical.length === 0 ? 1 : kept.length / critical.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
