// Formats the figures as rows of text.
const KIB = 1024
const percent = (share) => `${(100 * share).toFixed(1)} %`
const size = (bytes) => (bytes < KIB ? `${bytes} B` : `${(bytes / KIB).toFixed(1)} KiB`)

export function eachRows(each) {
  const of = (row, field) => percent(row.kept === 0 ? 0 : row[field] / row.kept)
  return [
    ['noise at 4 KiB', 'raw', 'kept', 'noise', 'sequences', 'overwritten', 'repeated'],
    ...each.map((row) => [
      row.name,
      size(row.bytes),
      size(row.kept),
      percent(row.share),
      of(row, 'sequences'),
      of(row, 'overwritten'),
      of(row, 'repeated'),
    ]),
  ]
}

export function noiseRows({ sessions, logs }) {
  const row = (title, { median, tenth, most }) => [title, percent(median), percent(tenth), percent(most)]
  return [
    ['terminal noise, of the bytes kept at 4 KiB', 'median', 'nine of ten below', 'worst'],
    row('sessions', sessions),
    row('labelled failure logs', logs),
  ]
}

export const wordRows = (words) => [
  ['markers and notice, of the limit', ...words.map(({ kib }) => `${kib} KiB`)],
  ['mean', ...words.map(({ mean }) => percent(mean))],
  ['median', ...words.map(({ median }) => percent(median))],
  ['most', ...words.map(({ max }) => percent(max))],
]

export function worthRows({ failures, failureBytes, kept, interval, successes, successBytes }) {
  const [low, high] = interval
  return [
    ['runs above 8 KiB', 'results', 'median size', 'largest', 'cause kept (95 % interval)'],
    [
      'failures',
      String(failures),
      size(failureBytes.median),
      size(failureBytes.max),
      `${percent(kept / failures)} (${percent(low)} to ${percent(high)})`,
    ],
    ['successes', String(successes), size(successBytes.median), size(successBytes.max), '–'],
  ]
}

export const logdxRows = ({ cases, rows }) => [
  [`LogDx-CI, ${cases} cases, critical signals kept`, ...rows.map(({ maxBytes }) => `${maxBytes} B`)],
  ['with time stamps and caret colours', ...rows.map(({ withPrefixes }) => percent(withPrefixes))],
  ['without them', ...rows.map(({ without }) => percent(without))],
]
