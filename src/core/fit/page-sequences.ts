import { SequenceFinder } from '../bytes/sequences.ts'
import type { LineCut, PageStart } from './held-lines.ts'

const LF = 0x0a

/** The lines of a page without the introducers of unended escape sequences. The same object when it has none. */
export function withoutIntroducers(held: PageStart): PageStart {
  const { bytes } = held
  const finder = new SequenceFinder(bytes)
  const kept = new Uint8Array(bytes.length)
  const cuts: LineCut[] = []
  let length = 0
  let from = 0
  let line = 0
  let next = 0
  const copy = (to: number) => {
    kept.set(bytes.subarray(from, to), length)
    for (let lf = bytes.indexOf(LF, from); lf >= 0 && lf < to; lf = bytes.indexOf(LF, lf + 1)) line++
    length += to - from
    from = to
  }
  const removed = () => from - length
  const moveCuts = (to: number) => {
    for (; held.cuts[next]?.at <= to; next++) {
      const cut = held.cuts[next]
      const last = cuts[cuts.length - 1]
      copy(cut.at)
      if (last?.at === length && last.line === cut.line) {
        // The line ends with introducers, so one cut leaves out these and the rest.
        last.bytes += cut.bytes
        last.codePoints += cut.codePoints
        last.mark = cut.mark
        delete last.onlyIntroducers
      } else cuts.push({ ...cut, at: length, bytesBefore: cut.bytesBefore + removed() })
    }
  }
  while (finder.next()) {
    if (finder.stop >= 0) continue
    moveCuts(finder.at)
    copy(finder.at)
    const bytesBefore =
      removed() + (held.cuts[next - 1] ? held.cuts[next - 1].bytesBefore + held.cuts[next - 1].bytes : 0)
    const bytesLeft = finder.introducerEnd - finder.at
    const last = cuts[cuts.length - 1]
    if (last?.at === length && last.onlyIntroducers) {
      last.bytes += bytesLeft
      last.codePoints++
    } else
      cuts.push({
        at: length,
        bytesBefore,
        line,
        bytes: bytesLeft,
        codePoints: 1,
        mark: 'ellipsis',
        onlyIntroducers: true,
      })
    from = finder.introducerEnd
  }
  if (from === 0 && cuts.length === 0) return held
  moveCuts(bytes.length)
  copy(bytes.length)
  return { ...held, bytes: kept.subarray(0, length), cuts }
}
