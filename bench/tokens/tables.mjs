// Formats the figures as tables: rows of texts, of which the first is the header.
import { digits } from '../report.mjs'

const OURS = 'pith'
const CLAUDE = 'pith, Claude'
const RIVALS = ['chars / 4', 'bytes / 4', 'vtcode']

/** A signed percentage: `+6`, `−12`, `0`. */
export function percent(part) {
  const rounded = Math.round(100 * part)
  if (rounded === 0) return '0'
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`
}

const share = (part, of) => `${part} of ${of}`
const sizeOf = (tokens) => (tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`)

/** Rows of kinds, one line each. */
export const familyTable = (rows) => [
  ['error in %', 'kinds', 'tokens', OURS, 'its rms', 'its worst kind', ...RIVALS, CLAUDE],
  ...rows.map(({ family, kinds, isUnseen, tokens, errors, rms, worst }) => [
    family,
    isUnseen ? String(kinds) : `${kinds}*`,
    sizeOf(tokens),
    percent(errors[OURS]),
    (100 * rms).toFixed(0),
    kinds === 1 ? '–' : `${worst.kind} ${percent(worst.error)}`,
    ...[...RIVALS, CLAUDE].map((name) => percent(errors[name])),
  ]),
]

/** Every kind, one line each, those of a group together. */
export const kindTable = (rows) => [
  ['error in %', 'group', 'fit', 'tokens', OURS, 'inside', ...RIVALS, CLAUDE, 'inside'],
  ...rows.map(({ kind, group, fittedKind, samples, tokens, errors, inside }) => [
    kind,
    group,
    fittedKind ? 'fitted' : 'unseen',
    sizeOf(tokens.o200k),
    percent(errors[OURS]),
    `${inside[OURS]}/${samples}`,
    ...[...RIVALS, CLAUDE].map((name) => percent(errors[name])),
    `${inside[CLAUDE]}/${samples}`,
  ]),
]

/** How good each contender is, by group. `summaries` is a map from its name to its summaries. */
export const summaryTable = (summaries) => [
  ['', 'texts', 'kinds', 'rms error', 'within 10 %', 'within 20 %', 'over 25 % low', 'in [low, high]'],
  ...[...summaries].flatMap(([name, list]) =>
    list.map(({ group, fittedKind, kinds, rms, within10, within20, tooLow, inside }) => [
      name,
      fittedKind === undefined ? group : `${group}, ${fittedKind ? 'fitted' : 'unseen'}`,
      String(kinds),
      `${(100 * rms).toFixed(1)} %`,
      share(within10, kinds),
      share(within20, kinds),
      String(tooLow),
      inside === undefined ? '–' : `${(100 * inside).toFixed(1)} %`,
    ]),
  ),
]

/** How good pith is, and the usual estimate beside it, on texts that the fit knows nothing of. */
export function documentTable(summaries) {
  const [, ...rows] = summaryTable(summaries)
  const usual = new Map(rows.filter(([name]) => name === 'chars / 4').map(([, texts, , rms]) => [texts, rms]))
  return [
    ['texts', 'kinds', 'rms error', 'within 10 %', 'within 20 %', 'rms error of characters / 4'],
    ...rows
      .filter(([name, texts]) => name === OURS && !texts.endsWith(', fitted'))
      .map(([, texts, kinds, rms, within10, within20]) => [
        texts,
        kinds,
        rms,
        within10,
        within20,
        usual.get(texts),
      ]),
  ]
}

/** Milliseconds per MB, and the ratio to pith's time. */
export const costTable = ({ input, rows, ours }) => [
  [`${input}, 1 MB`, 'ms', 'x pith'],
  ...rows.map(({ name, ms }) => [name, digits(ms), name === ours ? '1.00x' : times(ms / msOf(rows, ours))]),
]

/** What counting token units adds to a scan. */
export const scanTable = (cells) => [
  ['scan of all facts', 'ms a MB without tokens', 'with', 'ratio'],
  ...cells.map(({ backend, input, without, withTokens, ratio }) => [
    `${backend}, ${input}`,
    digits(without),
    digits(withTokens),
    `${ratio.toFixed(2)}x`,
  ]),
]

/**
 * The time per byte of an exact count by size of the text, relative to a scan of it, and the limits of gpt-tokenizer
 * alone.
 */
export const linearTable = ({ sizes, rows }) => [
  ['exact count, x scan', ...sizes, 'gpt-tokenizer alone', 'ns a byte'],
  ...rows.map(({ input, ratios, alone }) => [
    input,
    ...ratios.map((ratio) => `${digits(ratio)}x`),
    alone.size,
    digits(alone.nsPerByte),
  ]),
]

const msOf = (rows, name) => rows.find((row) => row.name === name).ms
const times = (ratio) => `${ratio < 0.001 ? '<0.001' : digits(ratio)}x`
