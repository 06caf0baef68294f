import { HALF, LEAST_REPEAT_BYTES, type Settings } from '../../settings.ts'
import { skipPrefixes } from '../judge/prefixes.ts'

// A text that is read, or that answers a question, may be a log that its command does not name: `cat out.txt`,
// `kubectl get events`. Most lines of a log begin with a time, a level or the name of a service.

/** The share of the first lines that begin so. Traces and banners have none. */
const LOG_SHARE = 0.6
/** Fewer lines may begin so by chance. */
const LEAST_LINES = 12

const LF = 0x0a
/** A line of a tree, and of a table with borders, begins with a byte of its own: a bar. */
const BAR = 0xe2

/** True if the first bytes of a text are those of a log. Only whole lines count. */
export function beginsAsLog(bytes: Uint8Array): boolean {
  let filled = 0
  let marked = 0
  for (let start = 0, lf = bytes.indexOf(LF); lf >= 0; start = lf + 1, lf = bytes.indexOf(LF, start)) {
    const line = bytes.subarray(start, lf)
    if (line.every((byte) => byte <= 0x20)) continue
    filled++
    if (line[0] !== BAR && skipPrefixes(line, line.length) > 0) marked++
  }
  return filled >= LEAST_LINES && marked >= LOG_SHARE * filled
}

/** True where a text decides whether it is a log. */
export const mayBeLog = ({ purpose, fold, keep }: Settings): boolean =>
  fold !== undefined && keep === 'ends' && (purpose === 'read' || purpose === 'query')

/** The settings for a log. */
export function asLog({ isPage, errors, fold, ...settings }: Settings): Settings {
  return {
    ...settings,
    headRatio: isPage ? HALF : settings.headRatio,
    purpose: 'log',
    ...(errors && { errors: { ...errors, onlyIfFailed: false } }),
    ...(fold && { fold: { ...fold, leastRepeatBytes: LEAST_REPEAT_BYTES } }),
  }
}
