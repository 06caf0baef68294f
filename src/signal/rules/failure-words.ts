import { joined, type Rule } from '../rule.ts'

/** Words of failure, by how clearly they indicate one. */
export const wordRules: readonly Rule[] = [
  {
    name: 'level of a logger',
    kind: 'level',
    weight: 6,
    pattern: joined(
      '^\\W*(ERROR|FATAL|SEVERE|CRITICAL|CRIT|EMERG|ALERT|PANIC)\\b|\\b(ERROR|FATAL|SEVERE|',
      'CRITICAL)\\b|\\b(level|severity|lvl)["\']?[=:]\\s*["\']?([Ee]?rror|eror|fatal|critical|panic|',
      '50\\b|60\\b)|^[EF]\\d\\d\\d\\d \\d\\d:\\d\\d|^\\[error\\]|^\\[E\\]|^::error|^##\\[error\\]|',
      '\\[ERR\\]|^E/\\w',
    ),
    hits: [
      '[ERROR] Failed',
      '2 ERROR [main] gone',
      'level=error msg="x"',
      '[error] stack trace is suppressed',
      '::error file=a.js,line=3::wrong',
    ],
    misses: ['errors are human'],
  },
  {
    name: 'level of a logger, at its place',
    kind: 'level',
    weight: 7.8,
    pattern: joined(
      '^\\W*(ERROR|FATAL|SEVERE|CRITICAL|CRIT|EMERG|ALERT|PANIC)\\s|[\\])\\d] +(ERROR|FATAL|SEVERE|CRITICAL)\\s|',
      '\\b(level|severity|lvl)["\']?[=:]\\s*["\']?([Ee]rror|fatal|critical|panic)\\b',
    ),
    hits: [
      'ERROR retrying the request',
      '2024-01-01 10:00:00,123 ERROR a.b.C - gone',
      '[main] SEVERE a.b.C - gone',
      '{"level":"error","msg":"gone"}',
    ],
    misses: ['the levels are INFO and ERROR', 'ERROR_CODES = []', 'level=info msg="x"'],
  },
  {
    name: 'fatal at the start',
    kind: 'level',
    weight: 7,
    pattern: '^(\\W{0,6}|remote: )[Ff]atal: \\S',
    hits: [
      'fatal: early EOF',
      '** Fatal: (vsim-150)',
      'remote: fatal: pack exceeds the maximum',
      'fatal: not a git repository (or any of the parent directories): .git',
    ],
    misses: ['nonfatal: slow', 'fatal errors: 0', 'fatal:'],
  },
  {
    name: 'word at the start',
    kind: 'words',
    weight: 6,
    pattern: joined(
      '^\\W*(error|fatal|failed|failure|exception|panic|abort|aborted|aborting|fail|crash|crashed|',
      'missing|invalid|cannot|could not|unable|unknown|unexpected|undefined|unresolved|illegal|',
      'unsupported|conflict|mismatch|denied|broken|corrupt|incompatible|no \\w+ (\\w+ )?(found|',
      'available|specified|exists?|matches))\\b',
    ),
    flags: 'i',
    hits: ['Failed to load', '  * fatal: not a repository'],
    misses: ['failsafe plugin'],
  },
  {
    name: 'glued word',
    kind: 'words',
    weight: 5,
    pattern: joined(
      '(_|[a-z])(Failed|Failure|FAILED|FAILURE|Error|ERROR|Exception|Mismatch|MISMATCH|Invalid|',
      'NotFound|Refused|Denied|Aborted|Unexpected)(_|\\b|[A-Z])|[A-Z0-9]_(FAIL|ERR|INVALID|',
      'NOT_FOUND|DENIED|REFUSED|TIMEOUT|ABORT|MISMATCH|UNEXPECTED|MISSING)|(FAILED|ERROR|ERR|FAIL|',
      'INVALID|UNEXPECTED|MISMATCH)_|_(failed|failure|error|exception|mismatch|invalid|timeout|',
      'aborted)\\b',
    ),
    hits: ['CHECK_FAILED at 3', 'buildFailed', 'ERR_PNPM_OUTDATED_LOCKFILE', 'assertion_failed'],
    misses: ['terrorise', 'unfailing'],
  },
  {
    name: 'word anywhere',
    kind: 'words',
    weight: 4,
    pattern: joined(
      '\\b(fail(s|ed|ure|ures|ing)?|errors?|errored|exceptions?|fatal|panic(ked)?|crash(ed|es)?|',
      'aborted|aborting|killed|cannot|can.t|can not|could not|couldn.t|unable|undefined|unresolved|',
      'unexpected(ly)?|invalid|missing|mismatch(ed|es)?|violat(es|ed|ion|ions)|corrupt(ed|ion)?|',
      'broken|illegal|unsupported|not supported|unknown|rejected|denied|refused|expired|stopp?ed|',
      'halt(ed|ing)?|bad|wrong|incorrect|not found|no such|wasn.t|isn.t|doesn.t|did not|didn.t|',
      'must (be|not|have)|is not|are not|not allowed|unhandled|problem|overflow|leak(ed|s)?|',
      'unreachable|inconsistent|ambiguous|offen[sc]es?|violations?|malformed|conflicting|misspelled|',
      'unable|impossible|never|rollback|bug|unterminated|unclosed|unmatched)\\b',
    ),
    flags: 'i',
    hits: [
      'it is impossible to decode',
      'got a value that is not a number, wanted one',
      'unterminated string',
    ],
    misses: ['all is well'],
  },
]
