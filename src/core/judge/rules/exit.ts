import { joined, type Rule } from '../rule.ts'

/** How a failure ends: exit codes, build verdicts, totals. */
export const exitRules: readonly Rule[] = [
  {
    name: 'exit code',
    kind: 'exit',
    weight: 6,
    pattern: joined(
      '(\\bexit-code +[1-9]|\\bexit(ed)?( with)?( (code|status|value))?:?\\s+(\\()?-?[1-9]\\d*|',
      '\\breturned? (a )?(non-zero|exit|code|status)\\b.*[1-9]|\\breturned -?[1-9]\\d*\\b|',
      'non-?zero (code|exit|status|return)|\\bstatus (code )?[1-9]\\d*\\.?$|\\brc[=:] ?-?[1-9]|',
      'exit status [1-9]|code[:=] ?[1-9]\\d*$|\\{ code: [1-9]\\d*, signal: |ELIFECYCLE|subcommand failed|exit code [1-9])',
    ),
    flags: 'i',
    hits: [
      'The command "make" exited with 2.',
      'Process completed with exit code 1.',
      'ninja returned 1',
      'exit status 2',
      'npm info run ring@1.0.0 postinstall { code: 1, signal: null }',
    ],
    misses: ['exited with 0', 'exit code 0', 'npm info run ring@1.0.0 test { code: 0, signal: null }'],
  },
  {
    name: 'build verdict',
    kind: 'exit',
    weight: 6,
    pattern: joined(
      '^\\s*\\S+: \\*\\*\\* |^\\s*\\S*make(\\[\\d+\\])?: \\*\\*\\*|BUILD (FAILED|FAILURE)|',
      '[Bb]uild (failed|FAILED|step)|npm ERR!|npm error|^error Command failed|',
      'Failed to execute goal|What went wrong|Execution failed for|\\bbuild stopped|',
      'Compilation failed|compilation terminated|could not compile|aborting due to|Errored|',
      'has failed|ERR! |\\baborted!|\\[!\\] |FAILED: |FATAL: |task .* failed|Command failed|',
      'Job failed|^ ! \\[(remote )?rejected\\]|[Pp]ipeline failed|did not succeed|^FOAM (exiting|aborting)|^MPI_ABORT was invoked',
    ),
    hits: [
      'make: *** [Makefile:7: a.o] Error 1',
      'BUILD FAILURE',
      'FAILED: a.o',
      ' ! [rejected]        main -> main (non-fast-forward)',
      'npm ERR! code 1',
      'MPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD',
      '> Task :test FAILED; Execution failed for task',
    ],
    misses: ['BUILD SUCCESS', 'make: Nothing to be done'],
  },
  {
    name: 'total with failures',
    kind: 'summary',
    weight: 6,
    pattern: joined(
      '\\b[1-9]\\d* ((tests?|examples?|specs?|assertions?|scenarios?|steps?|checks?|files?|suites?|packages?|targets?|jobs?|',
      'of \\d+( tests?)?|total|unexpected|hard|syntax|type|lint|fatal|compile|critical|',
      'build) )?(\\(s\\) )?(failing|failed|failures?|errors?|errored|broken|problems?|offen[sc]es?|',
      'violations?|regressions?|crashed|mismatch\\w*|FAILED|FAIL|fail)\\b|\\b(fail(ed|ures?|ing)?|',
      'errors?|FAIL(ED)?|not ok|problems|broken|crashed|',
      'unexpected)["\']?(\\(s\\))?\\s*[:=]\\s*[1-9]|^# fail +[1-9]|FAILED \\(|^Failed tests|',
      '^Tests in error|short test summary|Failed examples|^Failed \\d+/|Result: FAIL|tests? failed|',
      '\\[FAIL [1-9]|^\\+\\d+ -[1-9]|FAILURES!|ERRORS!',
    ),
    flags: 'i',
    hits: [
      'Tests run: 9, Failures: 1, Errors: 0',
      '2 failing',
      '3 examples, 1 failure',
      '=== 1 failed, 3 passed in 0.1s ===',
      '# fail 2',
      'FAILED (failures=1)',
      '✖ 3 problems (1 error, 2 warnings)',
    ],
    misses: ['Tests run: 9, Failures: 0, Errors: 0', '10 passed'],
  },
]
