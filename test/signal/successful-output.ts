/** Output of runs that succeeded, full of alarming words: [what, lines]. */
export const successfulOutput: readonly (readonly [string, string])[] = [
  [
    'maven',
    '[INFO] Tests run: 64, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.8 s - in a.b.ErrorHandlerTest\n[INFO] BUILD SUCCESS\n[INFO] Compiling 12 source files to /src/target/classes',
  ],
  [
    'maven downloads',
    '[INFO] Downloading from central: https://repo1.maven.org/maven2/com/google/errorprone/error_prone_annotations/2.3/error_prone_annotations-2.3.jar\n[INFO] Downloaded from central: https://repo1.maven.org/maven2/org/opentest4j/failure-access-1.0.pom (1 kB at 3 kB/s)',
  ],
  [
    'gradle',
    '> Task :compileJava\n> Task :test\nErrorHandlerTest > rejectsInvalidInput() PASSED\nBUILD SUCCESSFUL in 12s\n5 actionable tasks: 5 executed',
  ],
  [
    'jest',
    'PASS src/error-boundary.test.js\n  ErrorBoundary\n    ✓ throws an error when the input is invalid (3 ms)\n    √ fails gracefully\nTests:       12 passed, 12 total\nTest Suites: 1 passed, 1 total',
  ],
  [
    'mocha',
    '  ring\n    ✓ should throw an exception when missing\n    ✓ should fail with ENOENT (12ms)\n\n  12 passing (31ms)',
  ],
  [
    'tap',
    'TAP version 13\nok 1 - rejects a bad token\nok 2 - no errors\nok 3 - fails on timeout # SKIP no network\n1..3\n# tests 3\n# pass  3\n# fail  0\n# ok',
  ],
  [
    'pytest',
    'tests/test_errors.py::test_error_handling PASSED                 [ 50%]\ntests/test_ring.py::test_fails_on_missing_file PASSED             [100%]\n============================== 12 passed in 0.31s ==============================\ntests/test_crash.py ....                                    [ 10%]',
  ],
  [
    'unittest',
    'test_error_handling (tests.test_ring.RingTest) ... ok\ntest_fatal (tests.test_ring.RingTest)\nReports a fatal error. ... ok\nRan 12 tests in 0.003s\nOK',
  ],
  [
    'go test',
    '=== RUN   TestErrorIsReturned\n--- PASS: TestErrorIsReturned (0.00s)\n=== RUN   TestPanics/invalid_input\n    --- PASS: TestPanics/invalid_input (0.00s)\nPASS\nok  \texample.com/errors\t0.012s',
  ],
  [
    'cargo',
    'test tests::fails_on_error ... ok\ntest error::tests::panics_when_broken - should panic ... ok\ntest result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n   Compiling thiserror v1.0.30\n   Compiling error-chain v0.12.4\n  Downloaded failure v0.1.8',
  ],
  [
    'gtest',
    '[ RUN      ] Error.IsReported\n[       OK ] Error.IsReported (0 ms)\n[  PASSED  ] 12 tests.\n[==========] 12 tests from 3 test suites ran. (3 ms total)',
  ],
  [
    'ctest',
    ' 1/12 Test  #1: error_handling ...................   Passed    0.01 sec\n100% tests passed, 0 tests failed out of 12',
  ],
  ['rspec', 'Ring\n  raises an error for invalid input\n12 examples, 0 failures'],
  ['minitest', '12 runs, 24 assertions, 0 failures, 0 errors, 0 skips'],
  ['phpunit', 'OK (12 tests, 24 assertions)\n ✔ Throws an exception on failure'],
  ['exunit', 'Finished in 0.03 seconds (0.00s async, 0.03s sync)\n12 tests, 0 failures'],
  [
    'xcodebuild',
    "Test Case '-[RingTests testErrorIsThrown]' passed (0.001 seconds).\n\t Executed 12 tests, with 0 failures (0 unexpected) in 0.012 (0.015) seconds\n** TEST SUCCEEDED **",
  ],
  [
    'dotnet',
    'Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12, Duration: 12 ms\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)',
  ],
  [
    'scalatest',
    '[info] - should throw an exception if the input is invalid\n[info] Tests: succeeded 12, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.\n[success] Total time: 3 s',
  ],
  ['haskell', 'All 12 tests passed (0.01s)\n  error handling:  OK\n12 examples, 0 failures'],
  ['prove', 't/errors.t .. ok\nAll tests successful.\nResult: PASS'],
  ['dart', '00:01 +12: All tests passed!\n00:01 +3: error handling throws on invalid'],
  [
    'gcc',
    'gcc -Wall -Werror -Wfatal-errors -fno-exceptions -c src/error.c -o obj/error.o\ncc -DERROR_CHECKING=1 -c panic.c\nlibtool: compile:  gcc -DHAVE_ASSERT_H -c fail.c',
  ],
  [
    'cmake',
    '-- Performing Test HAVE_FLAG_WERROR - Failed\n-- Looking for pthread_create in pthreads - not found\n-- Looking for error.h - found\n-- Check if compiler accepts -Werror - no\n-- Configuring done',
  ],
  [
    'configure',
    'checking for error_at_line... no\nchecking whether the linker fails... no\nchecking for missing.h... no\nchecking for strerror in -lcposix... none required',
  ],
  [
    'npm',
    'npm WARN deprecated request@2.88.2: request has been deprecated\nadded 312 packages, and audited 313 packages in 4s\nfound 0 vulnerabilities\n+ http-errors@1.8.0\nnpm notice',
  ],
  [
    'yarn',
    'warning " > eslint-plugin-error@1.0.0" has unmet peer dependency "eslint@^7".\nsuccess Saved lockfile.\nDone in 3.21s.',
  ],
  [
    'pip',
    'Collecting exceptiongroup>=1.0\n  Downloading exceptiongroup-1.1.0-py3-none-any.whl (14 kB)\nRequirement already satisfied: pytest-rerunfailures in ./venv/lib/python3.9/site-packages (10.2)\nSuccessfully installed exceptiongroup-1.1.0 retry-0.9 failure-2.0',
  ],
  [
    'apt',
    'Get:12 http://archive.ubuntu.com/ubuntu focal/main amd64 libgpg-error0 amd64 1.37-1 [18.0 kB]\nSetting up libgpg-error-l10n (1.37-1) ...\nUnpacking liberror-perl (0.17029-1) ...\nSelecting previously unselected package liberror-perl.\n0 upgraded, 1 newly installed, 0 to remove and 12 not upgraded.',
  ],
  [
    'docker',
    'Step 3/9 : RUN make test || true\n ---> Using cache\nSuccessfully built 3f9a1c2b40de\n#12 3.456 checking for errors... none\n#13 DONE 0.3s',
  ],
  [
    'bundler',
    'Fetching error_highlight 0.5.1\nInstalling error_highlight 0.5.1\nBundle complete! 12 Gemfile dependencies, 43 gems now installed.',
  ],
  [
    'webpack',
    'asset error-page.js 12 KiB [emitted] (name: error)\n./src/ErrorBoundary.tsx 1.2 KiB [built] [code generated]\nwebpack 5.1.0 compiled successfully in 312 ms',
  ],
  [
    'tsc',
    '/src/node_modules/typescript/lib/lib.es5.d.ts\n/src/src/errors/UnknownError.ts\nFound 0 errors. Watching for file changes.',
  ],
  ['eslint', '✔ No ESLint warnings or errors'],
  ['flake8', '0 problems found'],
  ['mypy', 'Success: no issues found in 12 source files'],
  ['rubocop', 'Inspecting 12 files\n............\n12 files inspected, no offenses detected'],
  [
    'git',
    "Switched to a new branch 'fix-error-handling'\n create mode 100644 src/error.c\n * [new tag]         v1.0-failed -> v1.0-failed\nHEAD is now at 3f9a1c2 Fix crash on invalid input",
  ],
  ['ansible', 'web1 : ok=12   changed=3    unreachable=0    failed=0    skipped=2    rescued=0    ignored=0'],
  ['terraform', 'Apply complete! Resources: 3 added, 0 changed, 0 destroyed.'],
  ['kubectl', 'deployment "ring" successfully rolled out\npod/ring-error-page-0 created'],
  [
    'counts',
    'errors: 0\nerrors=0 failures=0\n0 errors, 0 warnings\nno errors found\nError count: 0\nfailed: 0\n"errors": [], "failed": false\nErrors: none',
  ],
  ['set -x', '+ set -e\n+ echo error\n+ export FAIL_FAST=1\n+ cd /src/errors'],
  ['fields', 'exit code: 0\nProcess exited with code 0\nexited with status 0\nexit status 0'],
  [
    'service',
    '10:00:00.123 [main] INFO  a.ErrorController - started in 12 ms\n2024-01-02 10:00:00 DEBUG retrying is disabled\nINFO: error reporting is on\n{"level":"info","msg":"error handler registered"}',
  ],
  [
    'valgrind',
    '==4711== ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)\n==4711== All heap blocks were freed -- no leaks are possible',
  ],
  ['bats', ' ✓ fails without an argument\n12 tests, 0 failures'],
  [
    'bazel',
    '//ring:error_test                                                        PASSED in 0.3s\nINFO: Build completed successfully, 12 total actions',
  ],
  [
    'meson',
    ' 3/9 ring:errors             OK              0.02s\nFail:               0\nTimeout:            0',
  ],
  ['automake', 'PASS: error_test\n# TOTAL: 12\n# PASS:  12\n# FAIL:  0\n# ERROR: 0\n# XFAIL: 0'],
]
