// Measures cause, location and header apart.
import { cutByPith } from './contenders.mjs'
import { isKept } from './labels.mjs'
import { BUDGETS, KIB } from './score.mjs'

const ROLES = ['cause', 'location', 'header']

/**
 * For each budget, how many of the logs with a role keep all its strings, and how many of those that keep their causes
 * keep their locations too.
 *
 * @returns {{ kib: number, roles: Record<string, { kept: number, of: number }>, located: { kept: number, of: number } }[]}
 */
export function rolesKept(truncate, logs) {
  return BUDGETS.map((kib) => {
    const texts = new Map(logs.map((log) => [log, cutByPith(truncate, log.bytes, kib * KIB).text]))
    const count = (among, role) => ({
      kept: among.filter((log) => isKept(texts.get(log), log.roles[role])).length,
      of: among.length,
    })
    const having = (role) => logs.filter(({ roles }) => roles[role] !== undefined)
    const withCause = having('location').filter((log) => isKept(texts.get(log), log.roles.cause ?? []))
    return {
      kib,
      roles: Object.fromEntries(ROLES.map((role) => [role, count(having(role), role)])),
      located: count(withCause, 'location'),
    }
  })
}

export function roleRows(roles) {
  const share = ({ kept, of }) => (of === 0 ? '–' : `${((100 * kept) / of).toFixed(1)} % of ${of}`)
  const used = ROLES.filter((role) => roles[0].roles[role].of > 0)
  const rows = [
    ['pith keeps', ...roles.map(({ kib }) => `${kib} KiB`)],
    ...used.map((role) => [`every ${role}`, ...roles.map(({ roles: at }) => share(at[role]))]),
  ]
  if (used.includes('location'))
    rows.push(['the location, where the cause is kept', ...roles.map(({ located }) => share(located))])
  return rows
}
