import { type Damper, IS_FRAME, IS_NOISE, IS_NOTE, IS_PASS, IS_WARNING } from '../row.ts'

/** What says that a line with alarming words is no failure, or a lesser one. */
export const dampers: readonly Damper[] = [
  {
    name: 'passed, by its beginning',
    factors: [0.08, 0.08, 0.08],
    bit: IS_PASS,
    pattern:
      '^\\s*([✓✔√☑✅]|ok \\d+|PASS(ED)?\\b|passed\\b|\\[\\s*(OK|PASSED|RUN)\\b|\\+ok\\b|-- (Performing|Check|Looking|Found)|OK\\b|--- PASS|=== (RUN|PAUSE|CONT))',
    flags: 'u',
    unless: '# TODO',
    hits: [
      '✓ throws an error',
      'ok 3 - fails on purpose',
      '=== RUN   TestFailed',
      '[       OK ] Fail.Error (0 ms)',
    ],
    misses: ['not ok 3'],
  },
  {
    name: 'passed, by its end',
    factors: [0.08, 0.08, 0.08],
    bit: IS_PASS,
    pattern:
      '(\\bPASSED|\\.\\.\\.* *ok|\\bpassed|\\bSUCCESS|: ok|: OK|\\[OK\\]|\\bPASS|\\bok|\\bSKIPPED|\\bPassed|\\bIGNORED|✓|✔|\\.\\.\\. yes|\\.\\.\\. no)\\s*(\\([\\d.,]+ ?\\w*\\)|[\\d.]+ ?(ms|s|sec|seconds))?\\.?(\\s*\\[\\s*\\d+%\\])?\\s*$',
    flags: 'u',
    hits: [
      'test_error (t.T) ... ok',
      'a.py::test_error PASSED [ 5%]',
      't/error.t .. ok',
      'errors on nothing: OK (0.01s)',
      ' 1/9 Test #1: error ....  Passed  0.01 sec',
    ],
    misses: ['1 failed, 2 ok: broken'],
  },
  {
    name: 'frame of a trace',
    factors: [1, 1, 1],
    bit: IS_FRAME,
    pattern:
      '^\\s*(at +(async |new |Object\\.|<|\\?|/|file:|[\\w$]+[.:/]|[\\w$]+ ?\\(|0x)|File "[^"]*", line \\d+(, in|$)|from +[^ :]+:\\d+|#\\d+:? +\\S|\\d+: +(0x|[\\w<]+(::|\\())|\\.\\.\\. \\d+ more|by 0x|called from|\\[\\d+\\] +\\w+\\()|\\.go:\\d+ \\+0x|:\\d+:in [`\']',
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
    name: 'command echoed',
    factors: [0.35, 0.35, 0.35],
    bit: IS_NOISE,
    pattern:
      '^\\s*(\\+\\+?\\+? (export|cd|set|echo|sudo|mkdir|rm|cp|if|docker|git|curl|[a-z]+ -)|\\$ \\S|> \\S+@|##\\[(group|command)\\]|\\[command\\]|%% |% \\w|PS>|> Task )',
    unless: 'FAILED',
    hits: ['$ npm run test:errors', '> a@1.0.0 test', '+ echo failed'],
    misses: ['> Task :test FAILED'],
  },
  {
    name: 'work in progress',
    factors: [0.3, 0.5, 0.65],
    bit: IS_NOISE,
    pattern:
      '^\\s*(\\[INFO\\]\\s*)?(Download(ing|ed)|Get:\\d+|Setting up|Unpacking|Selecting|Preparing|Collecting|Fetch(ing|ed)|Compil(ing|ed)|Install(ing|ed)|Checking|Loading|Processing|Adding|Copying|Generating|Building|Linking|Resolv(ing|ed)|Extracting|Requirement already|Using cached|remote:|Receiving|npm (WARN|http|timing|verb|notice)|WARN\\b|\\[WARN|\\[DEBUG|DEBUG\\b|TRACE\\b|INFO\\b|note\\b|Created|Creating|create mode|inflating|adding:|cc |gcc |g\\+\\+ |clang |clang\\+\\+ |c\\+\\+ |libtool|/bin/sh |javac |rustc |\\[\\d+/\\d+\\]|\\[ *\\d+%\\]|added |Successfully|Running |Starting |Executing |Scanning |Using |Writing |Searching )',
    unless: 'command not found|FAILED',
    hits: ['Downloading error-chain v0.12', 'npm WARN deprecated x', 'Compiling thiserror v1.0'],
    misses: ['Error while downloading'],
  },
  {
    name: 'log level below error',
    factors: [0.4, 0.6, 1],
    pattern: '^\\s*(\\[info\\]|\\[INFO\\]|\\[debug\\]|INFO:|DEBUG:|\\[trace\\])',
    hits: ['[info] - should throw an error'],
    misses: ['[error] x'],
  },
  {
    name: 'warning',
    factors: [0.45, 0.4, 0.4],
    bit: IS_WARNING,
    pattern:
      '([:)\\]-]|^|\\d)\\s*((\\w+ )?[Ww]arning|warn|WARNING|style|performance|portability|convention|refactor|W)\\s*([:\\[(]|[A-Z]+\\d+:)|^\\s*\\d+:\\d+\\s+(warning|warn|info)\\b|^\\s*(\\[WARNING\\]|\\[warn(ing)?\\]|WARN\\b|WARNING\\b|warning\\b|w: |##\\[warning\\]|::warning|Warning: )|: Warning: |\\bwarning [A-Z]+\\d+:|level=warn|\\bWARN\\b',
    unless:
      '(^|[\\d:)\\]] ) *(fatal |Fatal )?([Ee]rror|ERROR)(:|\\[| [A-Z]+\\d)|DATA RACE|Sanitizer|[a-z]Exception|as error',
    hits: [
      'a.c:3:1: warning: unused variable error',
      '[WARNING] deprecated',
      '  3:7  warning  x is not used',
      'A.cs(3,4): warning CS0168: The variable is not used',
    ],
    misses: ['a.c:3:1: error: x [-Werror] warning: y', 'WARNING: DATA RACE'],
  },
  {
    name: 'known or wanted failure',
    factors: [0.3, 0.3, 0.3],
    bit: IS_NOISE,
    pattern:
      '# ?(TODO|SKIP|todo|skip)\\b|\\bas expected|\\b(expected|intentional|deliberate|known|simulated|fake|dummy|mock) (panic|error|errors|failure|failures|exception|crash|issue)\\b|\\b[Xx][Ff][Aa][Ii][Ll]| \\(expected\\b|\\(handled\\)|expected (by|in) (the |this |a )?test|\\bexpected to fail|\\ballowed to fail|\\(ignored\\)|\\b[Pp]ending:',
    unless: '\\bbut\\b|(error|exception|failure),? (got|to|was|not)\\b|found none|none was',
    hits: [
      'not ok 7 - later # TODO not done',
      'a_test.go:3: got expected error: stale',
      'GraphException caught as expected: expired',
      'XFAIL: later',
    ],
    misses: ['expected error but got none', 'expect(received).toBe(expected)'],
  },
  {
    name: 'note',
    factors: [0.35, 0.35, 0.35],
    bit: IS_NOTE,
    pattern: '([:)\\]]|^)\\s*(note|remark|info|help|hint)\\s*[:\\[(]',
    unless: '\\berror\\b',
    hits: ['a.c:3:1: note: declared here', 'help: try this'],
    misses: ['a.c:3:1: error: note: x'],
  },
  {
    name: 'expected or passing trouble',
    factors: [0.55, 0.6, 0.75],
    pattern:
      '(^| )\\((expected|ignored?|simulated|allowed)\\)|\\b(ignor(e|ed|ing)|simulated|deprecat|retry(ing)?\\b|will retry|requeu|using cache|fall(ing)? ?back|optional (dep|pack|mod|feat)|skipp(ed|ing))',
    flags: 'i',
    hits: ['error 503, retrying', 'make: [x] Error 1 (ignored)'],
    misses: ['error 503'],
  },
  {
    name: 'advice',
    factors: [0.35, 0.35, 0.35],
    pattern:
      '\\bfor more (information|details|info)|\\bre-?run (with|using|maven|gradle|the|npm|it|this|your)|\\brun with |\\bto see the full|please refer to|\\[help \\d+\\]|complete log of this run|\\bfull log|more log output|after correcting|can resume|resuming|learn more|\\breport at\\b|with --\\w+ option|probably not a problem|additional logging|to rerun this|\\btry running|mvn <',
    flags: 'i',
    unless: 'failing tests|what went wrong|\\.\\w+:\\d',
    hits: [
      '[ERROR] To see the full stack trace of the errors, re-run with -e',
      'npm ERR! A complete log of this run can be found in:',
    ],
    misses: ['[ERROR] Failed to execute goal'],
  },
  {
    name: 'nothing said',
    factors: [0.15, 0.15, 0.15],
    pattern: '^\\W*(error|err|npm err|info|fail)\\W*$|^error summary: ~',
    flags: 'i',
    unless: '^(FAIL|fail)|:$',
    hits: ['[ERROR] ', 'npm ERR! ', 'ERROR SUMMARY: 0 errors from 0 contexts'],
    misses: ['FAIL', 'error: x'],
  },
  {
    name: 'line of a logger',
    factors: [0.85, 0.85, 0.85],
    pattern:
      '^\\s*\\{"|(\\]|\\d\\d:\\d\\d:\\d\\d[.,]?\\d*) +(ERROR|WARN|FATAL|SEVERE)\\b|\\b(ERROR|WARN|SEVERE) +\\[?[a-z]+\\.[a-z]',
    hits: ['[main] ERROR a.b.C - gone'],
    misses: ['[ERROR] gone'],
  },
]

/** A place in a source file: raises other evidence, and is some by itself. */
export const locationPattern =
  '\\.[A-Za-z]\\w*(:\\d|\\(\\d|:\\[\\d|", line \\d|, line \\d| line \\d|\', line \\d)|^\\s*\\d+:\\d+\\s|\\bline \\d+|-->|\\bon line \\d|[a-z]file:\\d'
