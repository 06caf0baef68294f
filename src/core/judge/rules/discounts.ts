import { type Discount, IS_FRAME, IS_NOISE, IS_NOTE, IS_PASS, IS_WARNING, joined } from '../rule.ts'
import { decoyDiscounts } from './decoys.ts'

/** Numbers of tests, with failures before tests that were skipped or expected to fail. Those do not excuse these. */
const failuresAmongTotals = '\\b[1-9]\\d* (failed|failing|failures?|errors?|errored)[,;] \\d+ \\w'

/** Discounts: signs that a line with alarming words is no failure, or a minor one. */
export const discounts: readonly Discount[] = [
  {
    name: 'passed, by its beginning',
    factors: [0.08, 0.08, 0.08],
    bit: IS_PASS,
    pattern: joined(
      '^\\s*([✓✔√☑✅]|ok \\d+|ok\\s+\\S+\\s+(\\(cached\\)|[\\d.]+s)|\\?\\s+\\S+\\s+\\[no test files|PASS(ED)?\\b|passed\\b|\\[\\s*(OK|PASSED|RUN)\\b|\\+ok\\b|',
      '-- (Performing|Check|Looking|Found)|OK\\b|\\* (test|property|doctest) .*\\d ?ms\\)|--- (PASS|SKIP)|=== (RUN|PAUSE|CONT)|',
      '\\[?(ok|PASS|XFAIL|UNSUPPORTED|UNTESTED|SKIP|SKIPPED|IGNORED?|DISABLED)(\\]|:|\\s*\\|)|SKIP(PED)? )',
    ),
    flags: 'u',
    unless: '# TODO',
    hits: [
      '✓ throws an error',
      'ok 3 - fails on purpose',
      '=== RUN   TestFailed',
      'ok  \texample.com/errors\t0.012s [no tests to run]',
      '[       OK ] Fail.Error (0 ms)',
      '  * test returns {:error, :not_found} for a missing ring (0.4ms)',
    ],
    misses: ['not ok 3'],
  },
  {
    name: 'passed, by its end',
    factors: [0.08, 0.08, 0.08],
    bit: IS_PASS,
    pattern: joined(
      '(\\bPASSED|\\.\\. *ok|\\bpassed|\\bSUCCESS|: ok|: OK|\\[OK\\]|\\bPASS|\\bok|\\bSKIPPED|',
      '\\bPassed|\\bIGNORED|\\.\\.\\. *(ignored|skipped|expected failure)( [\'"].*[\'"])?|\\sOK|✓|✔|\\.\\.\\. yes|\\.\\.\\. no)(\\s*(\\([\\d.,]+ ?[A-Za-z]*\\)|[\\d.]+ ?(ms|s|',
      'sec|seconds)))?\\.?(\\s*\\[\\s*\\d+%\\])?\\s*$',
    ),
    flags: 'u',
    unless: 'NOT OK|not ok|not passed|TEST-UNEXPECTED-',
    hits: [
      'test_error (t.T) ... ok',
      '7/9 ring:adds / error-deadlock   OK   0.57s',
      'a.py::test_error PASSED [ 5%]',
      't/error.t .. ok',
      'errors on nothing: OK (0.01s)',
      ' 1/9 Test #1: error ....  Passed  0.01 sec',
    ],
    misses: ['1 failed, 2 ok: broken', 'TEST-UNEXPECTED-TIMEOUT | /ring/add.html | expected OK'],
  },
  {
    name: 'passed, in the middle',
    factors: [0.15, 0.15, 0.15],
    bit: IS_PASS,
    pattern: '[\\s\\]|:>](PASS|PASSED|✓|✔|✅)\\s+\\S|\\.\\.\\. (ignored|skipped)[,:] ',
    flags: 'u',
    unless: 'FAIL|NOT OK|not ok|✗|✕|✘|ERROR|[Ff]ailed:',
    hits: [
      'TEST 12/900 [ring/error.phpt] PASS Raises an error [ring/error.phpt]',
      'test ring::panics ... ignored, unwinding is not there (a panic aborts)',
    ],
    misses: ['PASSED 3, FAILED 2'],
  },
  {
    name: 'title of a test',
    factors: [0.5, 0.4, 0.4],
    pattern: joined(
      '^\\W*((\\[info\\]|test|testing|it|describe|scenario|feature|\\w+:)[\\s*:-]*)?(it |test |that )?(should|',
      'must|is expected to|(does not|doesn.t) \\w+ (when|if|for|on|after|with|to|in|while)|keeps|reports|',
      'retries|raises|returns|throws|rejects|handles|aborts|survives|recovers|ignores|detects|warns|logs|',
      'prints|shows|works|allows|accepts|refuses|emits|propagates|converts|parses|computes|creates|cancels|',
      'fails (gracefully|if|when|on|with|for)) [a-z\\d]',
    ),
    flags: 'i',
    unless: joined(
      ': |:$|\\(FAILED|\\*\\*\\* FAILED|\\bbut\\b|\\bgot\\b|✗|✕|✘|✖|×|not ok|^\\s*\\d+\\) |\\bFAIL(ED)?$|\\.\\w+:\\d|must be|',
      'not exist|cannot|returned|never',
    ),
    hits: [
      '  keeps the door open after deadlock',
      '    it raises an error for bad input',
      '[info] - should abort on mismatch',
    ],
    misses: ['  1) should abort on mismatch', '✗ returns an error', 'keeps failing: deadlock'],
  },
  {
    name: 'frame of a trace',
    factors: [1, 1, 1],
    bit: IS_FRAME,
    pattern: joined(
      '^\\s*(at +(async |new |Object\\.|<|\\?|/|file:|[\\w$]+[.:/]|[\\w$]+ ?\\(|0x)|',
      'File "[^"]*", line \\d+(, in|$)|from +[^ :]+:\\d+|#\\d+:? +\\S|\\d+: +(0x|[\\w<]+(::|\\())|',
      "\\.\\.\\. \\d+ more|by 0x|called from|@ [^ ]+ [^ ]+:\\d+|\\[\\d+\\] +\\w+\\()|\\.go:\\d+ \\+0x|:\\d+:in [`']|\\(at [^ )]+:\\d+\\)$",
    ),
    unless: '^\\s*at line|\\(\\w+(Error|Exception)\\)$',
    hits: [
      '    at load (/app/crash.js:3:34)',
      '  File "/a/b.py", line 3, in f',
      '\t... 12 more',
      "\tfrom a.rb:3:in `x'",
      '==1==    at 0x1091A4: fill (vg.c:4)',
    ],
    misses: ['at the end of the day'],
  },
  {
    name: 'frame of a trace that names an arity',
    factors: [1, 1, 1],
    bit: IS_FRAME,
    pattern: '\\.(ex|exs|erl):\\d+: ',
    also: '/\\d+$',
    unless: '^\\s*\\*\\* \\(|undefined',
    hits: ['    (ring 0.1.0) lib/ring.ex:9: Ring.add/2'],
    misses: ["src/ring.erl:9: syntax error before: 'end'"],
  },
  {
    name: 'source quoted beside its number',
    factors: [0.4, 0.4, 0.4],
    // Erlang writes │ so where it takes the terminal for one of ASCII.
    pattern: '^\\s*\\d+ *([|│]|\\\\x\\{\\d+\\}) |^\\s+\\d+ *[|│]',
    flags: 'u',
    unless: '\\| *(ERROR|Error|error|WARNING|Failure)\\b',
    hits: ['       147 |   expect(html).toMatch(1)', ' 30 \\x{2502}  -type ring_error() :: {error, term()}.'],
    misses: ['    > 148 |   expect(html).toMatch(1)', ' 9 | ERROR | Expected 1 space'],
  },
  {
    name: 'command echoed',
    factors: [0.35, 0.35, 0.35],
    bit: IS_NOISE,
    pattern: joined(
      '^\\s*(\\+\\+?\\+? (export|cd|set|echo|sudo|mkdir|rm|cp|if|docker|git|curl|[a-z]+ -|test|grep|exit|\\[|npm|npx|yarn|',
      'pnpm|pip|python3?|cmake|ninja|bash|sh|source|trap|mv|ln|chmod|tar|cat|sed|awk|exec|apt-get|cargo|mvn|gradle|kubectl|',
      'pytest|wget|sleep|printf|set \\+)|\\$ \\S|(\\|\\|?|&&) |(echo|printf|Write-(Host|Output|Error)) ["\'$-]|[A-Z]:\\\\[^>]*>\\S|',
      '(el)?if (!|\\[|\\(|test|grep)|trap |set -[a-z]|##\\[(group|command)\\]|',
      '(#\\d+ \\[[^\\]]*\\] |Step \\d+/\\d+ : )?(RUN|COPY|ADD|CMD|ENTRYPOINT) |> \\S+@|\\[command\\]|%% |% \\w|PS>|> Task )|\\becho ["\'].*["\'].*(;|&&) *(exit|fi|done|\\})|; (then|fi|do|done)\\b',
    ),
    unless: '> Task .*FAILED|^(RUN|COPY|ADD) (failed|FAILED)|^\\s*\\| *\\[?(ERROR|FATAL|CRITICAL|SEVERE)\\b',
    hits: [
      '$ npm run test:errors',
      '> a@1.0.0 test',
      '+ echo failed',
      'echo "ERROR: could not find ring"',
      'RUN npm run build || echo failed',
      'if ! make check; then echo "failed"; exit 1; fi',
    ],
    misses: ['> Task :test FAILED', '| [ERROR] ring:12 Ring did not start'],
  },
  {
    name: 'work in progress',
    factors: [0.3, 0.5, 0.55],
    bit: IS_NOISE,
    pattern: joined(
      '^\\s*(\\[INFO\\]\\s*)?(Download(ing|ed)|Get:\\d+|Setting up|Unpacking|Selecting|Preparing|',
      'Collecting|Fetch(ing|ed)|Compil(ing|ed)|Install(ing|ed)|Checking|Loading|Processing|Adding|',
      'Copying|Generating|Building|Linking|Resolv(ing|ed)|Extracting|Requirement already|',
      'Using cached|remote:|Receiving|npm (http|timing|verb|notice|WARN deprecated)|\\[DEBUG|',
      'DEBUG\\b|TRACE\\b|INFO\\b|Info  +[A-Z]|note\\b|Created|Creating|create mode|inflating|adding:|cc |gcc |',
      'g\\+\\+ |clang |clang\\+\\+ |c\\+\\+ |libtool|/bin/sh |javac |rustc |\\[\\d+/\\d+\\]|',
      '\\[ *\\d+%\\]|added |(\\S+ *)?debconf: |--> No |changes? detected|[Rr]emoving |Rendering|Converting |Successfully|Running |Starting |Executing |Scanning |Using |Writing |',
      'Searching )',
    ),
    unless:
      'command not found|FAILED|TEST-UNEXPECTED-|INFO: (task|rcu|trying|possible)|remote: ([Ff]atal|[Ee]rror|ERROR|Permission|Invalid|GitLab|Support for)',
    hits: [
      'Downloading error-chain v0.12',
      'npm WARN deprecated x',
      'Compiling thiserror v1.0',
      '2024-03-02 11:02:13, Info                  CBS    Failed to get state for package: Ring_1',
    ],
    misses: ['Error while downloading', 'INFO - TEST-UNEXPECTED-FAIL | ring.js | got 3'],
  },
  {
    name: 'log level below error',
    factors: [0.4, 0.6, 1],
    pattern: '^\\s*(\\[info\\]|\\[INFO\\]|\\[debug\\]|INFO:|DEBUG:|\\[trace\\]|LOG: |NOTICE: |STATEMENT: )',
    hits: ['[info] - should throw an error'],
    misses: ['[error] x'],
  },
  {
    name: 'warning',
    factors: [0.45, 0.4, 0.4],
    bit: IS_WARNING,
    pattern: joined(
      '([:)\\]-]|^|\\d)\\s*(([A-Za-z]+ )?[Ww]arning|warn|WARNING|style|performance|portability|',
      'convention|refactor)\\s*([:\\[(]|[A-Z]+\\d+:)|^\\s*\\d+:\\d+\\s+(warning|warn|info)\\b|',
      '^%Warning-|^\\s*(\\[WARNING\\]|\\[warn(ing)?\\]|WARN\\b|WARNING\\b|warning\\b|[wW]: |##\\[warning\\]|',
      '::warning|\\w*Warning: |npm (warn|WARN)\\b|(LaTeX|Package|Class|pdfTeX)( \\w+){0,4} [Ww]arning\\b|(Over|Under)full \\\\)|: Warning: |: warning - |',
      '\\.py:\\d+: \\w*Warning: |\\bwarning [A-Z]+\\d+:|level=warn|\\bWARN\\b|[^\\w\\s"\'(,] [Ww]arning: ',
    ),
    unless: joined(
      '(^|[\\d:)\\]] ) *(fatal |Fatal )?([Ee]rror|ERROR)(:|\\[| [A-Z]+\\d)|DATA RACE|Sanitizer|',
      '[a-z]Exception|as error|MOZ_|^FAILED |TEST-UNEXPECTED|WARNING: (CPU|possible|inconsistent|bad unlock|held|suspicious|lock)|suspicious R|^\\[warn\\] (\\S+\\.\\w+$|Code style)|corrupt|\\bEOF\\b|[Dd]amaged|[Tt]runcated|[Ss]kipp(ing|ed).*(invalid|missing|not set|no such)',
    ),
    hits: [
      'a.c:3:1: warning: unused variable error',
      '[WARNING] deprecated',
      '  3:7  warning  x is not used',
      "%Warning-UNUSEDSIGNAL: rtl/ring.sv:12:9: Signal is not used: 'err_o'",
      'A.cs(3,4): warning CS0168: The variable is not used',
      'A.java:3: warning - Tag @link: reference not found: EOFException',
      '     │   ╰── Warning: this clause cannot match',
    ],
    misses: [
      'a.c:3:1: error: x [-Werror] warning: y',
      'WARNING: DATA RACE',
      'FAILED a.py::b - RingWarning: x',
    ],
  },
  {
    name: 'known or wanted failure',
    factors: [0.3, 0.3, 0.3],
    bit: IS_NOISE,
    pattern: joined(
      '# ?(TODO|SKIP|todo|skip)\\b|\\bFailed \\(TODO\\)|\\bas expected|\\b(expected|intentional|deliberate|known|',
      'simulated|fake|dummy|mock) (panic|error|errors|failure|failures|exception|crash|issue)\\b|',
      '\\b[Xx][Ff][Aa][Ii][Ll]| \\(expected\\b|\\(handled\\)|expected (by|in) (the |this |a )?test|',
      '\\bexpected to fail|\\ballowed to fail|\\(ignored\\)|\\b[Pp]ending:',
    ),
    unless: joined(
      '\\bbut\\b|(error|exception|failure),? (got|to|was|not)\\b|found none|none was|',
      failuresAmongTotals,
    ),
    hits: [
      'not ok 7 - later # TODO not done',
      "#   Failed (TODO) test 'adds'",
      'a_test.go:3: got expected error: stale',
      'GraphException caught as expected: expired',
      'XFAIL: later',
    ],
    misses: [
      'expected error but got none',
      'expect(received).toBe(expected)',
      '= 3 failed, 41 passed, 2 xfailed in 1.20s =',
    ],
  },
  {
    name: 'note',
    factors: [0.35, 0.35, 0.35],
    bit: IS_NOTE,
    pattern: '([:)\\]]|^)\\s*([Nn]ote|remark|[Ii]nfo|help|hint)\\s*[:\\[(]|^(PHP )?(Notice|Deprecated): ',
    unless: '\\berror\\b',
    hits: ['a.c:3:1: note: declared here', 'help: try this'],
    misses: ['a.c:3:1: error: note: x'],
  },
  {
    name: 'expected or passing trouble',
    factors: [0.55, 0.6, 0.75],
    pattern: joined(
      '(^| )\\(([Ee]xpected|[Ii]gnored?|[Ss]imulated|[Aa]llowed)\\)|\\b([Ii]gnor(e|ed|ing)|IGNORED|[Ss]imulated|',
      '[Dd]eprecat|DEPRECATED|[Rr]etrying\\b|RETRYING|[Ww]ill retry|[Rr]etry (in|after|attempt|#|\\d)|\\([Rr]etry|',
      '[Rr]equeu|[Uu]sing cache|[Ff]all(ing)? ?back|[Oo]ptional (dep|pack|mod|feat)|[Ss]kipp(ed|ing)|SKIPP(ED|ING))',
    ),
    unless: joined(
      '[Cc]orrupt|\\b(eof|EOF)\\b|[Dd]amaged|[Tt]runcated|[Ss]kipp(ing|ed)\\b.*([Ii]nvalid|[Mm]issing|not set|[Nn]o such)|',
      '^FAILED |',
      // A line at a logger's highest level is not a passing problem, even if the operation is tried again.
      '^\\W*(ERROR|FATAL|SEVERE|CRITICAL)\\b|[\\]\\d] +(ERROR|FATAL|SEVERE|CRITICAL)\\b|^[EF]\\d\\d\\d\\d \\d|',
      '\\b(level|severity|lvl)["\']?[=:]\\s*["\']?(error|fatal|critical|panic)\\b|',
      failuresAmongTotals,
    ),
    hits: ['error 503, retrying', 'make: [x] Error 1 (ignored)'],
    misses: [
      'error 503',
      'ERROR retrying request 7: connection reset',
      'FAILED a.py::b - DeprecationWarning: the ring is deprecated',
      'level=error msg="retrying: refused"',
      'Summary [ 1.2s] 9 tests run: 7 passed, 1 failed, 1 skipped',
      'test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured',
    ],
  },
  {
    name: 'advice',
    factors: [0.35, 0.35, 0.35],
    pattern: joined(
      '\\bfor more (information|details|info)|\\bre-?run (with|using|maven|gradle|the|npm|it|this|',
      'your)|\\brun with |\\bto see the full|please refer to|^\\W*(error\\] )?\\[help \\d+\\]|',
      'complete log of this run|^\\W*if (the|this|your|a|any) \\w+( \\w+)? (failed|fails)\\b|^\\W*if (this|it) fails|\\bfull log|more log output|after correcting|can resume|resuming|',
      'learn more|\\breport at\\b|with --\\w+ option|probably not a problem|additional logging|',
      'to rerun this|\\btry running|mvn <',
    ),
    flags: 'i',
    unless: '[a-z](exception|error): |failing tests|what went wrong|\\.\\w+:\\d|needs to be updated',
    hits: [
      '[ERROR] To see the full stack trace of the errors, re-run with -e',
      'npm ERR! A complete log of this run can be found in:',
      'if the build failed, see the docs',
    ],
    misses: ['[ERROR] Failed to execute goal', '[ERROR] The build could not read 1 project -> [Help 1]'],
  },
  {
    name: 'nothing said',
    factors: [0.15, 0.15, 0.15],
    // Letters of other scripts are no signs.
    pattern: '^\\W*(error|err|npm err|info|fail)[^\\w\\u00c0-\\u1fff\\u2c00-\\ud7ff]*$|^error summary: ~',
    flags: 'i',
    unless: '^(FAIL|fail)|:$',
    hits: ['[ERROR] ', 'npm ERR! ', 'ERROR SUMMARY: 0 errors from 0 contexts'],
    misses: ['FAIL', 'error: x', '[ERROR] 数据库连接失败', 'Error: нет соединения'],
  },
  ...decoyDiscounts,
  {
    name: 'line of a logger',
    factors: [0.85, 0.85, 0.85],
    pattern: joined(
      '^\\s*\\{"|(\\]|\\d\\d:\\d\\d:\\d\\d[.,]?\\d*) +(ERROR|WARN|FATAL|SEVERE)\\b|\\b(ERROR|WARN|',
      'SEVERE) +\\[?[a-z]+\\.[a-z]',
    ),
    hits: ['[main] ERROR a.b.C - gone'],
    misses: ['[ERROR] gone'],
  },
]

/** A location: a place in a source file. It raises the score of other evidence, and is weak evidence by itself. */
export const locationPattern =
  '\\.[A-Za-z]\\w*(:\\d|\\(\\d|:\\[\\d|", line \\d|, line \\d| line \\d|\', line \\d)|^\\s*\\d+:\\d+\\s|\\bline \\d+|-->|\\bon line \\d|[a-z]file:\\d'
