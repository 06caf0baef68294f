// Measures cause, location and header apart, what is told first, what a cut without errors would have kept, and false alarms.
import { wilson } from '../statistics.mjs'
import { cutByPith } from './contenders.mjs'
import { isKept, plainLinesOf } from './labels.mjs'
import { BUDGETS, KIB } from './score.mjs'

const ROLES = ['cause', 'location', 'header']
/** Statements that a reader surely looks at. */
const FIRST = 4

/**
 * For each budget, how many of the logs with a role keep all its strings; of those that keep a cause, how many strings of
 * places are kept; the first cause, in the order of the log, and further ones.
 *
 * @returns {{ kib: number, roles: Record<string, { kept: number, of: number }>, located: { kept: number, of: number } }[]}
 */
export function rolesKept(truncate, logs) {
  return BUDGETS.map((kib) => {
    const texts = new Map(logs.map((log) => [log, cutByPith(truncate, log.bytes, kib * KIB).text]))
    const count = (needles) => ({
      kept: needles.filter(([log, some]) => isKept(texts.get(log), some)).length,
      of: needles.length,
    })
    const having = (role) => logs.filter(({ roles }) => roles[role] !== undefined)
    const withCause = having('location').filter((log) => isKept(texts.get(log), log.roles.cause ?? []))
    const causes = having('cause').map((log) => [log, inOrder(log)])
    return {
      kib,
      roles: Object.fromEntries(
        ROLES.map((role) => [role, count(having(role).map((log) => [log, log.roles[role]]))]),
      ),
      located: count(withCause.map((log) => [log, log.roles.location])),
      first: count(causes.map(([log, [first]]) => [log, [first]])),
      further: count(causes.flatMap(([log, [, ...others]]) => others.map((other) => [log, [other]]))),
      below: belowPlain(truncate, logs, texts, kib),
    }
  })
}

/** The causes of a log in the order in which it tells them. */
function inOrder({ bytes, roles }) {
  const lines = plainLinesOf(Buffer.from(bytes).toString())
  const lineOf = (needle) => lines.findIndex((line) => line.includes(needle))
  return [...roles.cause].sort((a, b) => lineOf(a) - lineOf(b))
}

/** How many logs lose a string that a cut without errors keeps at the same budget. */
function belowPlain(truncate, logs, texts, kib) {
  const isBelow = ({ bytes, required }, text) => {
    const plain = truncate(bytes, { maxBytes: kib * KIB, errors: false }).text
    return required.some((needle) => isKept(plain, [needle]) && !isKept(text, [needle]))
  }
  return { kept: logs.filter((log) => isBelow(log, texts.get(log))).length, of: logs.length }
}

/**
 * Which of the first statements stand in a decisive line, and how many could: labels name few lines, and some of these
 * are no statements.
 */
export function firstStatements(truncate, logs) {
  const facts = { decisive: 0, atMost: 0, of: 0 }
  for (const { bytes, decisive } of logs) {
    const { errors, findings = errors } = truncate(bytes)
    const { lines, statements } = errors.total > 0 ? errors : findings
    const isDecisive = (line) => decisive.includes(line)
    const shown = statements.slice(0, FIRST)
    facts.of += shown.length
    facts.decisive += shown.filter(({ firstLine }) => isDecisive(firstLine)).length
    facts.atMost += Math.min(shown.length, lines.filter(({ line }) => isDecisive(line)).length)
  }
  return facts
}

export const firstStatementsLine = ({ decisive, atMost, of }) =>
  `Of the first ${FIRST} statements of each log, ${percent(decisive, of)} of ${of} stand in a line that its label calls decisive; with the best order it were ${percent(atMost, of)}.`

const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`

export function roleRows(roles) {
  const share = ({ kept, of }) => {
    if (of === 0) return '–'
    const [low, high] = wilson(kept, of).map((bound) => Math.round(100 * bound))
    return `${percent(kept, of)} of ${of} (${low}–${high})`
  }
  const used = ROLES.filter((role) => roles[0].roles[role].of > 0)
  const rows = [
    ['pith keeps', ...roles.map(({ kib }) => `${kib} KiB`)],
    ...used.map((role) => [`every ${role}`, ...roles.map(({ roles: at }) => share(at[role]))]),
    ['the first cause', ...roles.map(({ first }) => share(first))],
    ['each further cause', ...roles.map(({ further }) => share(further))],
  ]
  if (used.includes('location'))
    rows.push(['the location, where the cause is kept', ...roles.map(({ located }) => share(located))])
  rows.push(['logs that lose what a cut without errors keeps', ...roles.map(({ below }) => `${below.kept}`)])
  return rows
}

/**
 * The successful runs of which a result at default options says that they have errors, with their number, the most
 * first.
 *
 * @param {typeof import('../../dist/index.js').truncate} truncate
 * @returns {{ id: string, errors: number }[]}
 */
export const falseAlarms = (truncate, successes) =>
  successes
    .map(({ id, bytes }) => ({ id, errors: truncate(bytes).errors.total }))
    .filter(({ errors }) => errors > 0)
    .sort((a, b) => b.errors - a.errors)

export function alarmLine(alarms, successes) {
  const each = alarms.map(({ id, errors }) => `${id} (${errors})`).join(', ')
  return `Said to have errors: ${alarms.length} of ${successes.length} successful runs${each && `: ${each}`}.`
}
