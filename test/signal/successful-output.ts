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
  [
    'a script echoed by a CI',
    '##[group]Run echo "Build failed" && exit 1\n##[group]Run npm test || echo "::error::tests failed"\n[36;1mif ! make check; then echo "failed to build"; exit 1; fi[0m\necho "ERROR: could not find ring"\necho "failed to fetch $url"\n    echo "error: no ring found" >&2\n+ echo \'Error: missing file\'\n+ test -f missing.txt\n++ grep -q error build.log\n  || { echo "cannot cd"; exit 1; }\ntrap \'echo "failed at line $LINENO"\' ERR',
  ],
  [
    'configure probes',
    "checking for error_at_line... no\nchecking for missing.h... no\nchecking whether the linker fails... no\nchecking for strerror in -lcposix... not found\nchecking for ring... not found\nchecking for a working fork... cannot guess\nconfigure: not found: frob, disabled\n-- Could NOT find Git (missing: GIT_EXECUTABLE)\n-- Could NOT find Doxygen (missing: DOXYGEN_EXECUTABLE)\n-- Could NOT find PkgConfig (missing: PKG_CONFIG_EXECUTABLE)\n-- frob not found, disabled\n--   No package 'frob' found\n--   Package 'ring', required by 'virtual:world', not found\nLibrary frob found: NO\nDependency frob found: NO (tried pkgconfig and cmake)\nRun-time dependency frob found: NO (tried pkgconfig)\nCompiler for C supports arguments -Werror: NO\nGit not found, version will be unknown",
  ],
  [
    'package lists',
    'Downloading exceptions-0.10.0\nUnpacking libfailure1:amd64 (1.0-1) ...\nGet:5 http://deb.example.com bookworm/main amd64 liberror-perl all 0.17029-2 [29.0 kB]\nSetting up liberror-perl (0.17029-2) ...\n  libfailure1 libgpg-error0 liberror-perl libcrashme1 exceptions-0.10.0\nInstalling error-chain v0.12.4\n   Compiling error-chain v0.12\n  Downloaded failure v0.1.8\n Downloading error_chain v0.12.4\nCollecting exceptiongroup>=1.0.0rc8\nRequirement already satisfied: exceptiongroup in ./v/lib\nSuccessfully installed exceptiongroup-1.2.0 tblib-error-3.0\n+ error-stack-parser 2.1.4\n  exceptions-0.10.0 failure-0.1.8 tzdata-2024\nerror-chain v0.12.4\nfailure v0.1.8',
  ],
  [
    'npm notes',
    '3 vulnerabilities (1 low, 2 high)\nfound 0 vulnerabilities\n12 vulnerabilities (4 moderate, 8 high)\nTo address all issues (including breaking changes), run:\nnpm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported\nnpm WARN deprecated ring@1.0.0: critical security problem, no longer supported\nnpm warn ERESOLVE overriding peer dependency\nnpm warn Could not resolve dependency:\nnpm warn Unknown user config "frob". This will stop working in the next major version of npm.',
  ],
  [
    'levels of debugging',
    '2024-05-01 10:00:00 DEBUG a.b.Client - Error response ignored: timeout\n2024-05-01 10:00:00,123 DEBUG [main] a.b.C: Exception while probing: java.io.IOException: closed\n2024-05-01 10:00:00 TRACE a.b.C - not found in cache\n2024-05-01T10:00:00Z DEBUG error reading x: file not found\n[DEBUG] Error stacktraces are turned on.\n[DEBUG]   (f) failOnError = true\n[DEBUG] Could not find metadata org.x:ring/maven-metadata.xml in local\nlevel=debug msg="error getting x: not found"\n{"level":"debug","msg":"error: not found"}\nD/Ring( 1234): error: not found\n01-03 19:56:28.980  1234  1234 D Ring: failed to open x\nI/Ring( 1234): Exception ignored\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
  ],
  [
    'numbers',
    'wrk: socket errors: connect 0, read 0, write 0, timeout 0\nMax error: 1.2e-9\nrelative error = 0.0012\nerror: 0.0012 (tolerance 0.01)\nResidual error norm 1.2e-9\ntime step continuity errors : sum local = 1e-9, global = 1e-10, cumulative = 1e-10\n              0 tests completed and failed residual checks,',
  ],
  [
    'talk of tools',
    "invoke-rc.d: could not determine current runlevel\nUnable to find image 'ring:latest' locally\nCache not found for input keys: Linux-npm-abc\nCache not found for keys: Linux\nfatal: No names found, cannot describe anything.\n[   12.345678] ACPI BIOS Error (bug): Could not resolve symbol [\\_SB.PCI0], AE_NOT_FOUND (20210730/psargs-330)\n[   12.345678] ACPI Error: Aborting method \\_SB.PCI0 due to previous error (AE_NOT_FOUND) (20210730/psparse-529)\nNov  2 10:00:00 host kernel: ACPI: Interpreter enabled\nPicked up JAVA_TOOL_OPTIONS: -XX:+ExitOnOutOfMemoryError -XX:+HeapDumpOnOutOfMemoryError\nSLF4J: Failed to load class \"org.slf4j.impl.StaticLoggerBinder\".\nChromeHeadless was not killed in 2000 ms, sending SIGKILL.\nrm: cannot remove 'build': No such file or directory\nSending SIGTERM to remaining processes...\n    + CategoryInfo          : NotSpecified: ( Image x Building :String) [], RemoteException\n    + FullyQualifiedErrorId : NativeCommandError",
  ],
  [
    'style',
    "src/a.py:9:1: W291 trailing whitespace\na.rb:3:1: C: Style/StringLiterals: Prefer single-quoted strings\na.rb:3:1: W: [Correctable] Lint/UselessAssignment: Useless assignment\nLaTeX Font Warning: Font shape `OT1/cmr/bx/sc' undefined\nOverfull \\hbox (12.0pt too wide) in paragraph at lines 9--12\nUnderfull \\vbox (badness 10000) has occurred while \\output is active\nPackage hyperref Warning: Token not allowed in a PDF string (Unicode):",
  ],
  [
    'skipped tests',
    "test_x (t.T) ... skipped 'error: needs network'\ntest_x (t.T) ... expected failure\na.py::test_x XFAIL (known failure)",
  ],
  [
    'other languages',
    '    0 Fehler\n    0 Warnung(en)\n    0 Erreur(s)\n    0 个错误\n    0 エラー\nErrori: 0\nОшибок: 0\nEs wurden keine Fehler gefunden\nBestanden!   : Fehler:     0, erfolgreich:     5\nmain.c:9:13: Warnung: Variable »x« nicht benutzt\n没有错误\nオブジェクトが見つかりました',
  ],
  [
    'a JVM that logs its start',
    '[0.005s][info][gc,init    ] Compressed Oops: Enabled (Zero based)\n[0.011s][info][class,load] java.lang.OutOfMemoryError source: shared objects file',
  ],
  [
    'a kernel that starts',
    '[    0.002528] On node 0, zone DMA: 1 pages in unavailable ranges\n[    0.310208] VFS: Disk quotas dquot_6.6.0\n[    1.123456] r8169 0000:02:00.0: unable to load firmware patch ring.fw (-2)\n[    1.123456] usb usb1-port1: unable to enumerate USB device',
  ],
  [
    'desktop libraries without a desktop',
    "ALSA lib confmisc.c:767:(parse_card) cannot find card '0'\nMESA-LOADER: failed to open swrast: x\nFontconfig error: Cannot load default config file\n[1234:1234:0501/100000.123:ERROR:gpu_init.cc(9)] Passthrough is not supported, GL is disabled",
  ],
  [
    'verilator and a bench of hardware',
    "%Warning-UNUSEDSIGNAL: rtl/ring.sv:12:9: Signal is not used: 'err_o'\n[1300] PASS: timeout_test asserts error_irq on timeout",
  ],
  [
    'exunit',
    '  * test returns {:error, :not_found} for a missing ring (0.4ms) [L#12]\n211 tests, 0 failures',
  ],
  ['busted', '●●●●●●●●●●●●\n211 successes / 0 failures / 0 errors / 0 pending : 1.21 seconds'],
  ['a kernel that boots', 'Mar  2 10:12:12 h kernel: Kernel panic timeout set to 30'],
  [
    'servicing of Windows',
    '2024-03-02 11:02:13, Info                  CBS    Failed to get session package state for package: Ring_1 [HRESULT = 0x80070490 - ERROR_NOT_FOUND]',
  ],
  ['a parallel program', 'OMP_NUM_THREADS environment is not set. Defaulting to 1 thread. (src/ring.cpp:98)'],
  [
    'a training with the log of a library',
    '2024-03-02 10:12:12.332: I ring/executor/cuda/gpu.cc:996] read a negative value (-1), but there must be at least one node, so returning node zero.',
  ],
  ['jenkins', '[Checks API] No suitable checks publisher found.\nFinished: SUCCESS'],
  [
    'services under compose',
    'ring-server        | 2025-05-02T11:22:05.056Z  INFO 1 --- [ring-server] [           main] o.r.v.Factory     : Failed to set up a validation provider: NoProviderFoundException: Unable to create one',
  ],
]
