// Writes the figures of docs/kinds.md.
import { places, writeBlock } from '../figures.mjs'
import { markdownTable } from '../report.mjs'
import { overviewRows } from './table.mjs'

export const writeFigures = (kinds) => writeBlock(places.kinds, markdownTable(overviewRows(kinds)))
