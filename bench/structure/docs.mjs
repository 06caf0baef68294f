// Writes the figures of docs/kinds.md.
import { markdownTable, places, writeBlock } from '../figures.mjs'
import { overviewRows } from './table.mjs'

export const writeFigures = (kinds) => writeBlock(places.kinds, markdownTable(overviewRows(kinds)))
