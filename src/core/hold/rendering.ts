import type { CommandStatus, Source } from '../../options.ts'
import type { FoldSettings, Settings } from '../../settings.ts'
import { concat } from '../bytes/concat.ts'
import { countLf } from '../bytes/lines.ts'
import { controls, plainTextEnd } from '../clean/controls.ts'
import { TerminalRenderer } from '../clean/terminal.ts'
import { View } from '../clean/view.ts'
import { ViewMap } from '../clean/view-map.ts'
import { ERROR_SCORE } from '../judge/evidence.ts'
import { type Controls, controlsFor as fastControlsFor } from '../scan/controls.ts'
import type { Facts } from './facts.ts'
import { placeIn } from './found.ts'
import { judgingFor } from './signal.ts'

// What a terminal would show of an input.

const LF = 0x0a

/** Finds and removes controls, by the kernels if the backend has them. */
export const controlsOf = (backend: Settings['backend']): Controls => fastControlsFor(backend, controls)

/** A renderer that keeps overwritten text that is an error. */
export function rendererFor(
  { errors, backend }: Settings,
  fold: FoldSettings,
  map: ViewMap,
): TerminalRenderer {
  const assessor = errors && judgingFor(errors.patterns, backend).assessor
  const isStrongError = (bytes: Uint8Array, start: number, end: number) =>
    (assessor?.assess(bytes, start, end)?.score ?? 0) >= ERROR_SCORE
  return new TerminalRenderer({ ...fold, map, isStrongError, controls: controlsOf(backend) })
}

/** What a terminal shows of a whole input. `map` learns where it comes from. */
export function renderedText(
  input: Uint8Array,
  settings: Settings,
  fold: FoldSettings,
  map: ViewMap,
): Uint8Array {
  const renderer = rendererFor(settings, fold, map)
  // What `write` returns is valid until the next call.
  return concat(renderer.write(input).slice(), renderer.end())
}

type CollectWhole = (
  bytes: Uint8Array,
  settings: Settings,
  source: Source | undefined,
  status: CommandStatus | undefined,
) => Facts

/** The facts of what a terminal would show of a whole input. Its repeated lines stay. */
export function renderedFacts(
  input: Uint8Array,
  { fold, ...settings }: Settings,
  source: Source | undefined,
  status: CommandStatus | undefined,
  collectWhole: CollectWhole,
): Facts {
  if (!fold || plainTextEnd(input, 0, input.length, true, controlsOf(settings.backend)) === input.length)
    return collectWhole(input, settings, source, status)
  const map = new ViewMap()
  const facts = collectWhole(renderedText(input, settings, fold, map), settings, source, status)
  if (map.isIdentity) return facts
  const terminated = input[input.length - 1] === LF
  const totalLines = countLf(input) + (input.length > 0 && !terminated ? 1 : 0)
  const view = new View([map], { totalBytes: input.length, totalLines, terminated })
  const errorLines = facts.errorLines.map((error) => ({ ...error, input: placeIn(view, error) }))
  const statements = facts.statements?.map((error) => ({ ...error, input: placeIn(view, error) })) ?? []
  const unrendered = () => collectWhole(input, settings, source, status)
  const totalErrors = facts.totalErrors + map.errors
  return { ...facts, errorLines, statements, totalErrors, unrendered, view }
}
