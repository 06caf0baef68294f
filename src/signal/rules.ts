import type { Pattern } from '../scan/patterns.ts'

/**
 * The literals that make a line an error line. ASCII letters match in either case, at the start of a word or of a
 * CamelCase part; an inflected end is allowed unless the word is taken whole.
 */
export const errorPatterns: readonly Pattern[] = [
  { literal: 'error' },
  { literal: 'fail' },
  { literal: 'fatal' },
  { literal: 'panic' },
  { literal: 'exception' },
  { literal: 'traceback' },
  { literal: 'critical', wholeWord: true },
  { literal: 'undefined reference' },
  { literal: 'undefined symbol' },
  { literal: 'unresolved' },
  { literal: 'segmentation fault' },
  { literal: 'segfault' },
  { literal: 'core dumped' },
  { literal: 'out of memory' },
  { literal: 'oom-kill' },
  { literal: 'killed', wholeWord: true },
  { literal: 'aborted' },
  { literal: 'assertion' },
  { literal: 'permission denied' },
  { literal: 'no such file' },
  { literal: 'command not found' },
  { literal: 'cannot find' },
  { literal: 'could not' },
  { literal: 'unable to' },
]
