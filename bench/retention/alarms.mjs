// Which successful runs are said to have errors.

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
