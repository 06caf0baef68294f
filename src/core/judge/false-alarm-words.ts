// Words that do not mean a failure where they stand. build/word-tables.mjs writes them into a table for the kernels.

/** Word stems that would raise a false alarm in a file name or a flag. */
export const stems = [
  'error',
  'fail',
  'fatal',
  'except',
  'assert',
  'panic',
  'abort',
  'crash',
  'invalid',
  'missing',
  'undefined',
  'unexpected',
  'warn',
  'unknown',
  'denied',
  'broken',
  'illegal',
  'mismatch',
  'timeout',
  'bad',
  'problem',
  'overflow',
  'leak',
  'corrupt',
  'conflict',
  'killed',
  'unsupported',
  'exit',
  'violation',
]

/** What a word means for the words next to it, as bits. The kernels have the same. */
export const COUNTED = 1
export const NOTHING = 2
export const EMPTY_VALUE = 4
export const BEFORE_ALARM = 8
export const AFTER_ALARM = 16

export const meanings: readonly (readonly [number, string])[] = [
  [
    COUNTED,
    'error errors failure failures failed failing fail fails exception exceptions warning warnings crash crashes problem problems issue issues missed offense offenses violation violations vulnerabilities conflicts aborted killed timeouts flaky missing unexpected invalid broken errored rejected todo skipped panics leaks mismatches regressions',
  ],
  [NOTHING, '0 no zero without non none'],
  [EMPTY_VALUE, 'null false nil none no undefined never ignore off'],
  [BEFORE_ALARM, 'on if when case for any handle handles handling catch'],
  [
    AFTER_ALARM,
    'handler handlers handling handled handles prone mode report reporting reporter reports free page pages boundary boundaries recovery rate budget log logs branch count tolerance tolerant correction detection case cases condition conditions path paths scenario scenarios states types classes',
  ],
]
