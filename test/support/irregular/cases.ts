import { createRandom, type Random } from '../random.ts'
import { lockfile, minified, python, source } from './code.ts'
import { diff, log, oneLineLog, patches, stat, status } from './diffs.ts'
import { documents, grepJson, json, jsonLines, jsonLog, report } from './json.ts'
import { files, find, grep, headed, tree } from './listings.ts'
import { html, junit, markdown, xml, yaml } from './markup.ts'
import { type Generator, skewed } from './parts.ts'
import { base64, hexdump, leveled, passed, problems, requests, tap, text } from './runs.ts'
import { spoiled } from './spoil.ts'
import { bars, csv, ls, table, tsv } from './tables.ts'

// Irregular outputs of all kinds. Each comes from a seed.

export interface IrregularCase {
  seed: number
  /** What was generated before it was broken. */
  form: string
  command: string
  bytes: Uint8Array
}

export const FORMS: Readonly<Record<string, { command: string; make: Generator }>> = {
  json: { command: 'cat a.json', make: json },
  documents: { command: 'jq .', make: documents },
  'json-lines': { command: 'cat a.ndjson', make: jsonLines },
  'json-log': { command: 'node server.js', make: jsonLog },
  report: { command: 'eslint -f json .', make: report },
  'grep-json': { command: 'rg --json x', make: grepJson },
  xml: { command: 'cat a.xml', make: xml },
  junit: { command: 'cat junit.xml', make: junit },
  html: { command: 'curl -s example.org', make: html },
  yaml: { command: 'cat a.yaml', make: yaml },
  markdown: { command: 'cat a.md', make: markdown },
  csv: { command: 'cat a.csv', make: csv },
  tsv: { command: 'cat a.tsv', make: tsv },
  table: { command: 'ps aux', make: table },
  bars: { command: 'psql -c x', make: bars },
  ls: { command: 'ls -lR', make: ls },
  diff: { command: 'git diff', make: diff },
  'git-log': { command: 'git log', make: log },
  'git-log-one-line': { command: 'git log --oneline', make: oneLineLog },
  patches: { command: 'git log -p', make: patches },
  'diff-stat': { command: 'git diff --stat', make: stat },
  'git-status': { command: 'git status', make: status },
  find: { command: 'find .', make: find },
  tree: { command: 'tree', make: tree },
  grep: { command: 'grep -rn x src', make: grep },
  headed: { command: 'rg --heading x', make: headed },
  files: { command: 'tail -n 60 *.log', make: files },
  source: { command: 'cat a.ts', make: source },
  python: { command: 'cat a.py', make: python },
  minified: { command: 'cat a.min.js', make: minified },
  lockfile: { command: 'cat yarn.lock', make: lockfile },
  tap: { command: 'node --test', make: tap },
  problems: { command: 'make', make: problems },
  requests: { command: 'cat access.log', make: requests },
  passed: { command: 'pytest -v', make: passed },
  log: { command: 'node server.js', make: leveled },
  hexdump: { command: 'hexdump -C a.bin', make: hexdump },
  base64: { command: 'base64 a.png', make: base64 },
  text: { command: './run', make: text },
}

const NAMES = Object.keys(FORMS)
const encoder = new TextEncoder()

const made = (random: Random, form: string, bytes: number): Uint8Array =>
  encoder.encode(FORMS[form].make(random, bytes))

/** Mostly small, because the checks of a case cost about 3 ms for each KB. One of 4,000 has up to 1 MB. */
function sizeOf(random: Random): number {
  const turn = random.below(4000)
  if (turn === 0) return random.below(1_000_000)
  if (turn < 15) return random.below(100_000)
  return turn < 120 ? random.below(12_000) : skewed(random, 2048)
}

/** The case of a seed. Two thirds of all cases are broken in up to four ways. */
export function irregularCase(seed: number, form?: string, bytes?: number): IrregularCase {
  const random = createRandom(seed)
  const name = form ?? random.pick(NAMES)
  const size = bytes ?? sizeOf(random)
  const other = () => made(random, random.pick(NAMES), skewed(random, Math.max(2, size)))
  return {
    seed,
    form: name,
    command: FORMS[name].command,
    bytes: spoiled(random, made(random, name, size), other),
  }
}
