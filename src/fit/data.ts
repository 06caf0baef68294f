import type { Facts } from '../collect/facts.ts'
import type { FoundError } from '../collect/found.ts'
import type { CommandStatus } from '../options.ts'
import type { Settings } from '../settings.ts'
import type { Kind, Outline } from '../structure/kind.ts'

// An input of a known kind is data, unless its command failed. It is cut by its units, as it is in the input.

/** True when the status says that the command did what it should. */
const succeeded = (
  { exitCodes = [] }: Kind,
  { exitCode, signal, timedOutAfterSeconds }: CommandStatus,
): boolean =>
  signal === undefined &&
  timedOutAfterSeconds === undefined &&
  (exitCode === undefined || exitCode === 0 || exitCodes.includes(exitCode))

/**
 * The facts of an input whose units are shown. Undefined for one that is read as lines: its command failed, it is not
 * valid UTF-8, or it has escape sequences, which no unit may leave open.
 */
export function asUnits(given: Facts, outline: Outline | undefined): Facts | undefined {
  const { structured, status, mayBeMalformed, view, folded: _, ...facts } = given
  if (!structured || mayBeMalformed || structured.hasEscapes) return undefined
  const { kind, totalBytes, totalLines, terminated } = structured
  if (status && !succeeded(kind, status)) return undefined
  const units = { kind: kind.name, outline }
  const input = {
    ...facts,
    status,
    mayBeMalformed,
    units,
    ...(outline && { totalBytes, totalLines, terminated, textBytes: totalBytes }),
  }
  // Of data, no word is an error. Without a status, errors are still counted.
  if (status) return { ...input, ...(view && !outline && { view }), ...NO_ERRORS }
  if (!view || !outline) return { ...input, ...(view && { view }) }
  return {
    ...input,
    errorLines: facts.errorLines.map(inInput),
    statements: facts.statements?.map(inInput) ?? [],
  }
}

const NO_ERRORS = { errorLines: [], hiddenErrors: [], statements: [], totalErrors: 0 }

/** An error at its place in the input. */
const inInput = <Error extends FoundError>({ input, ...found }: Error): Error =>
  ({
    ...found,
    ...(input && { line: input.line, startByte: input.startByte, endByte: input.endByte }),
  }) as Error

/** The facts of an input that is read as lines after all. Says so when it began as another kind. */
export function readAsLines({ structured, ...facts }: Facts, _settings: Settings): Facts {
  if (!structured) return facts
  const { kind, totalBytes } = structured
  const isTried = totalBytes > _settings.maxBytes && structured.outline() === undefined
  return isTried
    ? { ...facts, note: `The output begins like ${kind.name} but is not. It was cut as lines.` }
    : facts
}
