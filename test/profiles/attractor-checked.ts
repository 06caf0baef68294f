import * as attractor from '../../src/extra/profiles/attractor.ts'
import { checkProfile } from '../support/profile.ts'

/** The profile, its results checked after every call. */
export * from '../../src/extra/profiles/attractor.ts'

export const truncate: typeof attractor.truncate = (...given) => {
  const text = attractor.truncate(...given)
  checkProfile(text, { again: () => attractor.truncate(...given), input: given[0] })
  return text
}

export const truncateTool: typeof attractor.truncateTool = (...given) => {
  const text = attractor.truncateTool(...given)
  checkProfile(text, { again: () => attractor.truncateTool(...given), input: given[1] })
  return text
}

/** That many lines, each with its LF. */
export const linesOf = (count: number, line: (number: number) => string = (n) => `line ${n}`): string =>
  Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join('')
