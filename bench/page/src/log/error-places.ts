import type { Truncation } from '../../../../src/index.ts'
import { withoutCodes } from './codes.ts'
import type { Stretch } from './stretches.ts'

/** So much of a line tells where it is in the text. */
const REST_BYTES = 400
const MOST_UNITS = 80
/** A prefix that is left out has at most this many words. */
const MOST_LEFT_OUT = 4

type KeptErrors = Truncation['errors']['lines']

/** An error line that is kept, by the byte of its evidence, and where in the text that is, in UTF-16 units. */
export type ErrorPlaces = ReadonlyMap<number, number>

/**
 * Finds the kept errors in the text for the model.
 *
 * @param source the bytes that the log's places count in.
 */
export async function errorPlacesOf(
  text: string,
  stretches: readonly Stretch[],
  errors: KeptErrors,
  source: Blob,
): Promise<ErrorPlaces> {
  const places = new Map<number, number>()
  for (const { startByte, endByte, exact, shown } of stretches) {
    if (!shown) continue
    const inside = errors.filter(
      (error) => error.kept && error.startByte >= startByte && error.startByte < endByte,
    )
    if (inside.length === 0) continue
    const found = exact
      ? placesByBytes(text.slice(shown.start, shown.end), startByte, inside)
      : await placesByWords(text.slice(shown.start, shown.end), inside, source)
    for (const [byte, at] of found) places.set(byte, shown.start + at)
  }
  return places
}

function* placesByBytes(text: string, startByte: number, errors: KeptErrors): Iterable<[number, number]> {
  const bytes = new TextEncoder().encode(text)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let at = 0
  let from = 0
  for (const error of errors) {
    const to = error.startByte - startByte
    at += decoder.decode(bytes.subarray(from, to)).length
    from = to
    yield [error.startByte, at]
  }
}

/** Where the text does not have the bytes of the log, it still has the words of an error, as a terminal shows them. */
async function placesByWords(text: string, errors: KeptErrors, source: Blob): Promise<[number, number][]> {
  const wordsOf = async (from: number, to: number): Promise<string> => {
    const [line] = (await source.slice(from, to).text()).split('\n')
    const [shown] = line.trimEnd().split('\r').slice(-1)
    return withoutCodes(shown).trimStart().slice(0, MOST_UNITS)
  }
  const places: [number, number][] = []
  let from = 0
  for (const { startByte, endByte } of errors) {
    // The rest of the line tells the place better than the evidence alone, unless a part of it was overwritten.
    const wanted = [
      ...endingsOf(await wordsOf(startByte, startByte + REST_BYTES)),
      ...endingsOf(await wordsOf(startByte, endByte)),
    ]
    const at = wanted.map((words) => text.indexOf(words, from)).find((found) => found >= 0)
    if (at === undefined) continue
    places.push([startByte, at])
    from = at + 1
  }
  return places
}

/** A text, and what is left of it without its first words: the text for the model may leave out a time stamp. */
function endingsOf(words: string): string[] {
  const endings = [words]
  while (endings.length <= MOST_LEFT_OUT) {
    const ending = endings[endings.length - 1].replace(/^\S+\s+/, '')
    if (ending === endings[endings.length - 1]) break
    endings.push(ending)
  }
  return endings.filter((ending) => ending !== '')
}
