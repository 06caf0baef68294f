import { visibleInLine } from './print/visible.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text inside HTML. It cannot end its element or attribute, and its hidden characters are visible. */
export const escapedHtml = (text: string): string =>
  text
    .split('\n')
    .map((line) => visibleInLine(line).replace(/[&<>"']/g, (sign) => entities[sign]))
    .join('\n')

/** `980`, `12.4 k`, `1.3 M`. */
export function compact(value: number): string {
  if (value < 1000) return String(Math.round(value))
  const [divisor, unit] = value < 999_500 ? [1000, 'k'] : value < 999.5e6 ? [1e6, 'M'] : [1e9, 'G']
  const scaled = value / divisor
  return `${scaled < 99.5 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)} ${unit}`
}

/** `1 call`, `12 calls`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `93.4 %`. Empty for a share of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`
