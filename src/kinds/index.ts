import { invalidOption } from '../errors.ts'
import { blame } from './blame.ts'
import { log, passedTests, requests } from './counted-lines.ts'
import { csv, tsv } from './csv.ts'
import { diff } from './diff.ts'
import { diffStat } from './diff-stat.ts'
import { files, ini } from './files.ts'
import { gitLog } from './git-log.ts'
import { gitStatus } from './git-status.ts'
import { grepKind } from './grep.ts'
import { grepJson } from './grep-json.ts'
import { html } from './html.ts'
import { json, jsonLines, jsonLog } from './json.ts'
import type { Kind, Search, Structure } from './kind.ts'
import { drawnTree, listing } from './listing.ts'
import { manualKind } from './manual.ts'
import { markdown } from './markdown.ts'
import { base64, hexdump, lockfile, minified } from './opaque.ts'
import { problems } from './problems.ts'
import { ls, rows } from './rows.ts'
import { source } from './source.ts'
import { sql } from './sql.ts'
import { table } from './table.ts'
import { tap } from './tap.ts'
import { junit, xml } from './xml.ts'
import { yaml } from './yaml.ts'

// `pith/structure`: the kinds of output that are cut by their units.

export type {
  KeptPiece,
  Kind,
  OmittedPiece,
  Outline,
  Piece,
  Place,
  Search,
  Structure,
  UnitReader,
} from './kind.ts'

const all: readonly Kind[] = [
  json,
  jsonLines,
  jsonLog,
  diff,
  diffStat,
  grepKind,
  grepJson,
  listing,
  drawnTree,
  csv,
  tsv,
  problems,
  requests,
  passedTests,
  log,
  gitLog,
  gitStatus,
  blame,
  files,
  ini,
  sql,
  table,
  ls,
  manualKind,
  markdown,
  html,
  tap,
  junit,
  xml,
  yaml,
  source,
  hexdump,
  base64,
  minified,
  lockfile,
  rows,
]

/** A kind that is less sure than this is not used. */
const SURE = 0.5

/** The names of the kinds, for `kindsFor({ kind })`. */
export const kindNames: readonly string[] = all.map(({ name }) => name)

/** All kinds, recognised by content alone. */
export const kinds: Structure = /* @__PURE__ */ kindsFor({})

/** What is known of an output before its first byte. */
export interface KnownOutput {
  /** The command that printed it: its words, or a line of words between blanks, such as `git diff --stat`. */
  command?: string | readonly string[]
  /** The name of its kind. */
  kind?: string
  /** What it searched for, so that a clipped line of matches shows them. */
  search?: Search | undefined
}

/**
 * All kinds, recognised by content and by the command that printed the output, or the one kind that is named.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for an unknown kind
 */
export function kindsFor({ command = [], kind, search }: KnownOutput): Structure {
  const words = typeof command === 'string' ? command.trim().split(/\s+/) : command
  if (kind !== undefined) {
    const named = all.find(({ name }) => name === kind)
    if (!named) throw invalidOption('kind', kindNames.join(', '), kind)
    return { recognise: (head, isWhole) => named.knowing?.(head, words, isWhole, search) ?? named }
  }
  return {
    recognise(head, isWhole) {
      let best: Kind | undefined
      let most = SURE
      for (const each of all) {
        const confidence = each.recognise(head, words, isWhole, search)
        if (confidence <= most) continue
        most = confidence
        best = each
      }
      return best?.knowing?.(head, words, isWhole, search) ?? best
    },
  }
}
