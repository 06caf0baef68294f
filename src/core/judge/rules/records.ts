import { joined, type Rule } from '../rule.ts'

/** The level that a logger gives its record: the service's own word that something failed. */
export const recordRules: readonly Rule[] = [
  {
    name: 'level of a record',
    kind: 'level',
    weight: 7.8,
    pattern: joined(
      // At the start, or behind a time, a bracket, a process id or a bar.
      '^\\W*(ERROR|FATAL|SEVERE|CRITICAL|CRIT|EMERG|ALERT|PANIC)\\s|[\\])\\d] +(ERROR|FATAL|SEVERE|CRITICAL|PANIC)[\\s:]|',
      '(^| )- (ERROR|FATAL|SEVERE|CRITICAL) - \\S|^\\| \\[ERROR\\] \\S|^\\W*Error {8,}\\S|^Error +\\[0x|',
      // In a bracket of its own, or with the name of its logger.
      '(^|[\\w\\]] )\\[(CRITICAL|FATAL|SEVERE|CRIT)\\] +\\S|^\\[(ERR|E)\\] \\S|^\\[[\\w #-]+/(ERROR|FATAL)\\]:? |\\[\\w+:error\\] \\[|',
      '^\\[\\d[\\dTZ:.+ -]* (ERROR|FATAL)\\b|^(ERRO|FATA|PANI)\\[\\d+\\] |',
      '\\] ?\\w+\\.(ERROR|CRITICAL|ALERT|EMERGENCY): |^\\w+\\.(ERROR|CRITICAL|ALERT|EMERGENCY): |',
      // As one letter: klog with its date, ESP-IDF with its clock. Then UVM.
      '^[EF]\\d\\d\\d\\d \\d\\d:\\d\\d|^E \\(\\d+\\) \\S|^UVM_(ERROR|FATAL) (@|\\S+\\()|',
      // As a field.
      '\\b(level|severity|lvl)["\']?[=:]\\s*["\']?([Ee]rr(or)?|ERR(OR)?|eror|[Ff]atal|FATAL|[Cc]rit(ical)?|CRIT(ICAL)?|panic|alert|emerg)\\b',
    ),
    hits: [
      'ERROR retrying the request',
      '2024-01-01 10:00:00,123 ERROR a.b.C - gone',
      '2024-01-01 10:00:00,123 - root - ERROR - gone',
      '2024-01-01 10:00:00.123 UTC [12] FATAL:  role "ring" is gone',
      '[main] SEVERE a.b.C - gone',
      '[2024-01-01 10:00:00] production.ERROR: gone',
      '[2024-01-01T10:00:00Z ERROR ring] gone',
      '[Mon Jan 01 10:00:00 2024] [core:error] [pid 12] gone',
      'ERRO[0001] gone',
      'E0508 12:01:02.123456    1234 ring.go:13] "Ring is gone, skipping"',
      'E (1234) wifi: gone with an error',
      '{"level":"error","msg":"gone"}',
      '[2024-01-01 10:00:00 +0000] [12] [CRITICAL] gone',
      '[ring-1/FATAL]: gone',
      'severity=ERROR msg="gone"',
      'lvl=eror msg="gone"',
      'time=2024-01-01 level=crit msg="gone"',
      '| [ERROR] ring:12 Ring is gone',
      'Error                 SP     Setup of the ring is gone',
      'Error      [0x080831] MIG    The ring is gone',
    ],
    misses: [
      'the levels are INFO and ERROR',
      'ERROR_CODES = []',
      'level=info msg="x"',
      'ERRORS[12] gone',
      'W0508 12:01:02.123456    1234 ring.go:13] gone',
    ],
  },
]
