/**
 * True for a command line that assigns `PITH=0` before a command, as `cd x && PITH=0 make` and `export PITH=0; make` do.
 * The same rule as in src/shell/pith.sh: the words count in a text too.
 */
export const isTurnedOff = (command: unknown): boolean =>
  typeof command === 'string' && /(?:^|[\s;&|(])PITH=0(?:[\s;&|)']|$)/.test(command)
