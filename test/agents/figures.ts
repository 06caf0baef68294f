import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/built.ts'

/** What reached the model in one row. */
export interface Figure {
  /** Bytes in UTF-8, with names of folders replaced by names of the same length in every run. */
  bytes: number
  /** Whether the error in the middle is among them. */
  hasError: boolean
}

/** The figures of a client: of each large row without pith and with it. */
export type ClientFigures = Record<string, { plain: Figure; pith?: Figure }>

const figuresFile: string = join(root, 'test/agents/figures.json')

/** Set when the suites write `figures.json` instead of comparing with it. */
export const isWriting: boolean = process.env.WRITE_FIGURES === '1'

export const committedFigures = (): Record<string, ClientFigures> =>
  JSON.parse(readFileSync(figuresFile, 'utf8'))

/** The limits of a run and of an answer, and what a client writes around a text. */
const MOST_RUN_BYTES = 9000
const MOST_ANSWER_BYTES = 52_000

/**
 * How many bytes reach a model depends on how the output arrived: pith cuts what came in one go by its kind and worth, and
 * begins with the first lines of what came slowly; a client by itself shows what it has read when a command ends. So the
 * error decides, and the limit of pith.
 */
const isLike = (a: Figure | undefined, b: Figure | undefined): boolean =>
  (a === undefined) === (b === undefined) && a?.hasError === b?.hasError

/** A file is shown as the client shows it by itself. */
function isInLimit(name: string, { plain, pith }: ClientFigures[string]): boolean {
  if (pith === undefined) return true
  if (name.startsWith('file')) return pith.bytes === plain.bytes
  return pith.bytes <= (name.startsWith('MCP') ? MOST_ANSWER_BYTES : MOST_RUN_BYTES)
}

/** The rows whose figures differ from those that were committed in what counts, with both. */
export function differences(found: ClientFigures, committed: ClientFigures = {}): unknown[] {
  const names = new Set([...Object.keys(found), ...Object.keys(committed)])
  return [...names]
    .filter((name) => {
      const [a, b] = [found[name], committed[name]]
      return (
        !isLike(a?.plain, b?.plain) || !isLike(a?.pith, b?.pith) || (a !== undefined && !isInLimit(name, a))
      )
    })
    .map((name) => ({ name, found: found[name], committed: committed[name] }))
}

export function leaveFigures(folder: string, agent: string, figures: ClientFigures): void {
  writeFileSync(join(folder, `${agent}.json`), JSON.stringify(figures))
}

/** Writes the figures of all suites that ran into one file, when asked to. */
export function collectFigures(folder: string): void {
  if (!isWriting) return
  const all = committedFigures()
  for (const name of readdirSync(folder)) {
    all[name.replace('.json', '')] = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(figuresFile, `${JSON.stringify(sorted, null, 2)}\n`)
}
