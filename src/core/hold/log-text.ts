import { HALF, type Settings } from '../../settings.ts'
import { layersAt } from '../clean/prefixes.ts'

// A text that is read, or that answers a question, may be a log that its command does not name: `cat out.txt`,
// `kubectl get events`. Most lines of a log begin with a time, a level or the name of a service.

/** The share of the first lines that begin so. Traces and banners have none. */
const LOG_SHARE = 0.6
/** Fewer lines may begin so by chance. */
const LEAST_LINES = 12

const latin1 = /* @__PURE__ */ new TextDecoder('latin1')

/** True if the first bytes of a text are those of a log. Only whole lines count. */
export function beginsAsLog(bytes: Uint8Array): boolean {
  const lines = latin1.decode(bytes).split('\n').slice(0, -1)
  const filled = lines.filter((line) => line.trim() !== '')
  const marked = filled.filter((line) => layersAt(line, 0).length > 0)
  return filled.length >= LEAST_LINES && marked.length >= LOG_SHARE * filled.length
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
    ...(fold && { fold: { ...fold, repeats: 'equal' } }),
  }
}
