import type { Row } from '../row.ts'
import { assertionRows } from './assertion.ts'
import { compilerRows } from './compiler.ts'
import { exceptionRows } from './exception.ts'
import { exitRows } from './exit.ts'
import { wordRows } from './failure-words.ts'
import { lintRows } from './lint.ts'
import { systemRows } from './system.ts'
import { testRows } from './test.ts'

/** All rules, in the order that breaks ties. */
export const rows: readonly Row[] = [
  ...compilerRows,
  ...lintRows,
  ...exceptionRows,
  ...testRows,
  ...assertionRows,
  ...systemRows,
  ...exitRows,
  ...wordRows,
]
