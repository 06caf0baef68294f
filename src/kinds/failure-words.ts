// Words of failures, for kinds that leave an output with a failure to those who look for it in lines.

const FAILURE =
  /\b(?:errors?|fatal|fail(?:ed|ure|ing)?|panic(?:ked)?|exception|traceback|undefined reference|not found|denied|killed|abort(?:ed)?)\b/i
/** `0 errors` and `(0 errors, 3 warnings)` tell of none. */
const NO_FAILURES = /\b(?:0|no) (?:errors?|failures?|failed)\b/gi

/** True for a line that may tell of a failure. */
export const tellsFailure = (line: string): boolean =>
  FAILURE.test(line) && FAILURE.test(line.replaceAll(NO_FAILURES, ''))

const LOUD =
  /\b(?:ERROR|FATAL|CRITICAL|FAILED|FAILURE|PANIC|Traceback)\b|\b(?:error|fatal|panic)(?:\[\w+\])?: |\w(?:Error|Exception): /
/** True for a line that tells of a failure even among source code, which names errors of all sorts. */
export const tellsLoudly = (line: string): boolean => LOUD.test(line)

/** The line with which commands, shells and programs fail. What `find` or `grep` could not read is no such line. */
const LAST_WORDS =
  /^(?:fatal: |error(?:\[\w+\])?: |(?:[A-Z][\w.]*)?(?:Error|Exception): |make(?:\[\d+\])?: \*\*\* |npm (?:ERR!|error) |panic: |Segmentation fault|Killed$|Aborted$|Terminated$|\S+: .*command not found$)/

/** True for the last line of an output that says that a command failed. */
export const isFailedEnd = (line: string): boolean => LAST_WORDS.test(line)
