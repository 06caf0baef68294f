import type { ErrorStatement } from '../../../src/truncation.ts'
import { withCodes } from './codes.ts'
import { byId, element, whole } from './dom.ts'
import type { Rows } from './rows.ts'
import { rowElement } from './whole.ts'

/** Rows of a report above the statement, and in all. */
const ROWS_ABOVE = 4
const REPORT_ROWS = 16

/** Lists what the errors of an input say, strongest first, and shows the lines around the one that is chosen. */
export class StatementList {
  readonly #list = byId('statements')
  readonly #report = byId('report')
  readonly #goTo: (statement: ErrorStatement) => void
  #chosen: ErrorStatement | undefined

  /** @param goTo shows the line of a statement in the input and in the text. */
  constructor(goTo: (statement: ErrorStatement) => void) {
    this.#goTo = goTo
  }

  /** @param told what is said above the list. */
  set(statements: readonly ErrorStatement[], told: string, rows: Rows): void {
    byId('statements-told').textContent = told
    const buttons = statements.map((statement) => {
      const button = element(
        'button',
        [
          element('span', withCodes(statement.message), { class: 'message' }),
          element('small', factsOf(statement)),
        ],
        { type: 'button' },
      )
      const choose = () => {
        for (const each of buttons) each.setAttribute('aria-pressed', String(each === button))
        void this.#show(statement, rows)
      }
      button.addEventListener('click', () => {
        choose()
        this.#goTo(statement)
      })
      return Object.assign(button, { choose })
    })
    this.#list.replaceChildren(...buttons.map((button) => element('li', button)))
    this.#chosen = undefined
    this.#report.replaceChildren()
    byId('report-told').textContent = ''
    buttons[0]?.choose()
  }

  /** Shows the full lines around a statement, as soon as they are known. */
  async #show(statement: ErrorStatement, rows: Rows): Promise<void> {
    this.#chosen = statement
    const row = await rows.holding(statement.startByte).catch(() => undefined)
    const around = row ? await rows.at(row.row - ROWS_ABOVE, REPORT_ROWS).catch(() => []) : []
    if (this.#chosen !== statement) return
    byId('report-told').textContent = `Line ${whole(statement.firstLine)}`
    this.#report.replaceChildren(
      ...around.map((each) => rowElement(each, { isError: each.row === row?.row })),
    )
    byId('report-box').scrollTop = 0
  }
}

/** Where a statement is, how often it is said, and whether the model reads it. */
function factsOf({ firstLine, count, kind, kept, file, line, column, test }: ErrorStatement): string {
  const place = file && [file, line, column].filter((part) => part !== undefined).join(':')
  const facts = [
    `line ${whole(firstLine)}`,
    count > 1 && `${whole(count)} times`,
    kind,
    place,
    test && `test ${test}`,
    kept ? 'kept' : 'left out',
  ]
  return facts.filter(Boolean).join(' · ')
}
