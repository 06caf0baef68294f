/** Long logs of successful runs that are full of alarming words: [tool, text]. */

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

const pick = <T>(list: readonly T[], i: number): T => list[(i * 7 + (i >> 3)) % list.length]

const things = [
  'error_handler',
  'ErrorBoundary',
  'exception_mapper',
  'failure_policy',
  'panic_hook',
  'fatal_signal',
  'crash_reporter',
  'assertion_utils',
  'timeout_guard',
  'retry_on_error',
]

const deeds = [
  'throws on invalid input',
  'rejects a missing token',
  'fails when the file is not found',
  'reports a fatal error',
  'recovers after a crash',
  'returns an error for a bad request',
  'aborts on timeout',
  'panics when the lock is poisoned',
]

const ms = (i: number): number => 1 + ((i * 37) % 90)

export const passingLogs: readonly (readonly [string, string])[] = [
  [
    'jest',
    `${lines(900, (i) =>
      i % 9 === 0 ? `PASS src/${pick(things, i)}.test.js` : `    ✓ ${pick(deeds, i)} (${ms(i)} ms)`,
    )}\nTest Suites: 100 passed, 100 total\nTests:       800 passed, 800 total\nSnapshots:   0 total\n`,
  ],
  [
    'pytest',
    `${lines(
      1500,
      (i) =>
        `tests/test_${pick(things, i)}.py::test_${pick(deeds, i).replaceAll(' ', '_')} PASSED [ ${i % 100}%]`,
    )}============================= 1500 passed in 31.20s =============================\n`,
  ],
  [
    'go test -v',
    `${lines(700, (i) => {
      const name = `Test${pick(things, i).replaceAll('_', '')}/${pick(deeds, i).replaceAll(' ', '_')}`
      return `=== RUN   ${name}\n--- PASS: ${name} (0.0${i % 10}s)`
    })}PASS\nok  \texample.com/errors\t3.210s\n`,
  ],
  [
    'cargo test',
    lines(
      300,
      (i) => `   Compiling ${pick(['thiserror', 'error-chain', 'failure', 'panic-halt'], i)} v1.0.${i}`,
    ) +
      lines(1200, (i) => `test ${pick(things, i)}::tests::${pick(deeds, i).replaceAll(' ', '_')} ... ok`) +
      '\ntest result: ok. 1200 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.20s\n',
  ],
  [
    'tap',
    `TAP version 13\n${lines(1500, (i) => `ok ${i + 1} - ${pick(deeds, i)}`)}1..1500\n# tests 1500\n# pass 1500\n# fail 0\n`,
  ],
  [
    'maven',
    lines(
      400,
      (i) =>
        `[INFO] Downloaded from central: https://repo1.maven.org/maven2/com/google/errorprone/error_prone_core/2.${i}/error_prone_core-2.${i}.jar (${ms(i)} kB at ${ms(i + 1)} kB/s)`,
    ) +
      lines(
        800,
        (i) =>
          `[INFO] Tests run: ${ms(i)}, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.${ms(i)} s - in a.b.${pick(['ErrorHandlerTest', 'FailureTest', 'ExceptionMapperTest'], i)}`,
      ) +
      '[INFO] BUILD SUCCESS\n',
  ],
  [
    'make',
    `${lines(
      1500,
      (i) =>
        `cc -Wall -Werror -Wfatal-errors -DFAIL_FAST=1 -fno-exceptions -c src/${pick(things, i)}_${i}.c -o obj/${pick(things, i)}_${i}.o`,
    )}ar rcs liberror.a obj/error.o\n`,
  ],
  [
    'cmake and ninja',
    `${lines(
      1500,
      (i) => `[${i + 1}/1500] Building CXX object src/CMakeFiles/ring.dir/${pick(things, i)}_${i}.cpp.o`,
    )}-- Build files have been written to: /src/build\n`,
  ],
  [
    'npm',
    `${lines(
      1200,
      (i) =>
        `npm http fetch GET 200 https://registry.npmjs.org/${pick(things, i)}-${i} ${ms(i)}ms (cache miss)`,
    )}added 1200 packages, and audited 1201 packages in 14s\nfound 0 vulnerabilities\n`,
  ],
  [
    'apt',
    lines(
      500,
      (i) =>
        `Get:${i + 1} http://archive.ubuntu.com/ubuntu focal/main amd64 libgpg-error${i} amd64 1.37-1 [${ms(i)} kB]`,
    ) +
      lines(500, (i) => `Unpacking liberror-perl${i} (0.17029-1) ...`) +
      lines(500, (i) => `Setting up libgpg-error-l10n${i} (1.37-1) ...`),
  ],
  [
    'pip',
    `${lines(
      1000,
      (i) =>
        `Requirement already satisfied: ${pick(['exceptiongroup', 'pytest-rerunfailures', 'retry-on-error'], i)}>=1.${i} in ./venv/lib/python3.9/site-packages (1.${i})`,
    )}Successfully installed exceptiongroup-1.1.0 retry-0.9 failure-2.0\n`,
  ],
  [
    'docker',
    `${lines(
      1200,
      (i) =>
        `#${5 + (i % 20)} ${(i / 100).toFixed(3)} ${pick(['Setting up liberror-perl', 'checking for errors... none', 'Fetching error_highlight 0.5.1'], i)}`,
    )}#25 DONE 0.3s\nSuccessfully built 3f9a1c2b40de\n`,
  ],
  [
    'a service',
    lines(
      1500,
      (i) =>
        `2024-01-02 10:${String(i % 60).padStart(2, '0')}:00.123 INFO  [main] a.b.${pick(['ErrorController', 'FailoverService', 'ExceptionMapper'], i)} - handled request ${i} in ${ms(i)} ms, 0 errors`,
    ),
  ],
  [
    'access log',
    lines(
      1500,
      (i) =>
        `10.0.0.${i % 250} - - [02/Jan/2024:10:00:00 +0000] "GET /docs/${pick(things, i)}.html HTTP/1.1" 200 ${1000 + ms(i)} "-" "Mozilla/5.0"`,
    ),
  ],
  [
    'configure',
    lines(
      1500,
      (i) =>
        `checking ${pick(['for error.h', 'whether the linker fails', 'for strerror in -lcposix', 'for missing functions', 'if cc supports -Werror'], i)}${i}... ${pick(['yes', 'no', 'none required'], i)}`,
    ),
  ],
  [
    'git',
    lines(1500, (i) => ` create mode 100644 src/errors/${pick(things, i)}_${i}.ts`) +
      "Switched to a new branch 'fix-error-handling'\n",
  ],
]
