import { structuredPatch } from 'diff'
import { PithError, shown, wrongOption } from '../errors.ts'
import type { ArtifactStore } from '../store/store.ts'

/** A larger output is not compared, because both are held in memory. */
export const MOST_COMPARED_BYTES = 8 * 1024 * 1024
/** Outputs that differ in more lines are not compared, because finding the fewest changes takes quadratic time. */
const MOST_EDITS = 10_000
const MOST_MS = 5000
const CONTEXT_LINES = 3

/** How two texts differ. */
export interface Difference {
  /** The changes with three lines around each, as a unified diff without the names of files. Empty for equal texts. */
  hunks: string
  /** Lines that only the newer text has, and lines that only the older one has. */
  added: number
  removed: number
}

/** Compares two texts by lines. Undefined if they differ in too many lines to find the changes. */
export function differenceOf(older: string, newer: string): Difference | undefined {
  if (older === newer) return { hunks: '', added: 0, removed: 0 }
  const patch = structuredPatch('', '', older, newer, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
    timeout: MOST_MS,
  })
  if (!patch) return undefined
  let added = 0
  let removed = 0
  const rows: string[] = []
  for (const { oldStart, oldLines, newStart, newLines, lines } of patch.hunks) {
    rows.push(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n`)
    for (const line of lines) {
      if (line.startsWith('+')) added++
      else if (line.startsWith('-')) removed++
      rows.push(`${line}\n`)
    }
  }
  return { hunks: rows.join(''), added, removed }
}

/**
 * The text of an artifact that can be compared.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for one that is too large, `PITH_NOT_RETAINED` for one that was not kept whole,
 *   `PITH_UNKNOWN_ARTIFACT`, `PITH_STORE_FAILED`
 */
export async function comparedText(store: ArtifactStore, id: string): Promise<string> {
  const { bytes, missing, lines } = await store.stat(id)
  if (missing)
    throw new PithError('PITH_NOT_RETAINED', `${shown(id)} was not kept whole, so it cannot be compared.`)
  if (bytes > MOST_COMPARED_BYTES) {
    throw wrongOption(
      `Expected artifacts of at most ${MOST_COMPARED_BYTES} bytes to compare, got ${shown(id)} of ${bytes}. Save both with --all, and compare the files.`,
    )
  }
  if (lines === 0) return ''
  const chunks: Uint8Array[] = []
  for await (const chunk of store.lines(id, { firstLine: 1, lastLine: lines }))
    chunks.push(new Uint8Array(chunk))
  return Buffer.concat(chunks).toString()
}
