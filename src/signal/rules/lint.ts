import { joined, type Row } from '../row.ts'

const place =
  '\\.[A-Za-z]\\w*(:\\d+|\\(\\d+|:\\[\\d+|:line \\d+)|", line \\d+|^\\s*\\d+:\\d+\\s|\\bline \\d+\\b'

/** What linters and formatters say: a place, a rule, a wish. */
export const lintRows: readonly Row[] = [
  {
    name: 'location and rule code',
    kind: 'lint',
    weight: 8,
    pattern: joined(
      '\\.\\w+[:(]\\d+([:,.] ?\\d+)*[):]*\\s+(\\(?\\[?[A-Z]+-?\\d\\d+\\b|[A-Z]: |\\[[A-Z]\\]|MD\\d|',
      'DL\\d)|^\\s*\\d+:\\d+\\s+[A-Z]+\\d+\\b|^\\S+:\\d+ [A-Z]+\\d\\d+ |',
      '\\|\\s*[A-Z][A-Z]\\d\\d\\s*\\||\\bSC\\d\\d\\d\\d\\b',
    ),
    hits: [
      'app/a.py:3:80: E501 line too long (91 > 79 characters)',
      'lib/a.rb:3:1: C: Style/StringLiterals: Prefer single-quoted strings',
      'Dockerfile.web:9 DL3008 warning: Pin versions',
      'L:   9 | P:  13 | LT01 | Expected only single space',
    ],
    misses: ['Listening on main.c:80 now', 'v1.2 A1'],
  },
  {
    name: 'severity in a column',
    kind: 'lint',
    weight: 8,
    pattern: joined(
      '\\S(  +|\\t)(Error|ERROR|error|Fatal|FATAL|Critical|CRITICAL|HIGH)((  +|\\t)\\S|$)|',
      '\\| *(ERROR|Error|error|Fatal|Critical|CRITICAL|HIGH) *\\|',
    ),
    hits: ['AvoidPlainPasswords            Error        ring.ps1   9', ' 9 | ERROR | [x] Expected 1 space'],
    misses: ['an  error here', 'Type  Errors'],
  },
  {
    name: 'location, then a complaint',
    kind: 'lint',
    weight: 7,
    pattern: joined(
      '\\b(not used|unused|undefined|never|missing|must|should|cannot|unexpected|expected|too (long|',
      'many|large|complex)|longer|exceeds|does not|has no|no newline|trailing|mismatch|not found|',
      'invalid|redefin|shadow|unreachable|conflict|is not|deprecated|prefer|avoid|bad|wrong|extra|',
      'redundant|unnecessary|only available|instead|required|duplicate|could|inconsistent|ambiguous|incorrect)',
    ),
    flags: 'i',
    also: place,
    hits: [
      'main.go:12:2: x should be removed',
      'src/Main.kt:9:1: Unexpected blank line',
      'main.vim:9:13: Prefer single quoted strings, must do',
      'src/main.js: line 9, col 13, Missing semicolon.',
    ],
    misses: ['should be good', 'main.go:12: hello'],
  },
  {
    name: 'location, then a rule in brackets',
    kind: 'lint',
    weight: 7,
    pattern: '[(\\[][A-Za-z][\\w/.-]*[)\\]]( \\[\\d\\])?$|\\s\\s[a-z@][\\w@/-]*-[a-z-]+$',
    also: '^\\s*[\\w./\\\\@+-]+\\.\\w+(:\\d+|\\(\\d+)|^\\s*\\d+:\\d+\\s|[Ww]arning',
    hits: [
      'main.go:9:2: value of err is lost (SA4006)',
      'main.cpp:9:  Space before {  [whitespace/braces] [5]',
      '  9:13  warning  Strings go in single quotes  quote-style',
      'main.go:9:13: return value of f.Close is unchecked (errcheck)',
    ],
    misses: ['build (release)', 'a [b] c'],
  },
  {
    name: 'a location leads',
    kind: 'lint',
    weight: 3.2,
    pattern: joined(
      '^\\s*([A-Za-z]:)?[\\w./\\\\@+~-]*\\w\\.[A-Za-z]\\w*(:\\d+(:|[-.]\\d+| )|\\(\\d+|:\\[\\d+|',
      ' line \\d|:line \\d|: \\d+:|: line \\d)|^\\s*File ".*", line \\d+, characters|',
      '^In .* line \\d+:|^\\s*In \\S+\\.\\w+:\\d+|^\\s*(-->|at|on) \\S+\\.\\w+(:| line )\\d+|',
      '^\\s*\\d+:\\d+\\s+\\S',
    ),
    unless: '^\\s*at ',
    hits: [
      'src/ring/Ring.hs:9:13:',
      'In main.sh line 9:',
      'File "bin/dune", line 9, characters 12-16:',
      '   --> src/lib.rs:3:5',
      'README.md:9: recieve ==> receive (3)',
    ],
    misses: ['listening on port main', 'at a.js:3:4'],
  },
  {
    name: 'verdict of a checker',
    kind: 'demand',
    weight: 6.5,
    pattern: joined(
      '\\b(would (reformat|be reformatted|have been|be changed|fail)|[Cc]ode style issues|',
      '[Nn]ot (properly )?formatted|incorrectly (sorted|formatted)|[Nn]eeds? (to be )?(updat|format|',
      'regenerat|reformat|rebuil|commit|sort)|[Oo]verfull \\\\|[Uu]nderfull \\\\|[Oo]ut of (date|',
      'sync)|(not|n.t) up[- ]to[- ]date|uncommitted|(does|do|did|is|was|were) not (meet|pass|satisf|',
      'match|equal|reached|compile|build|complete|covered)|CVE-\\d+|[Vv]ulnerabilit\\w+|Diff in |',
      'files? (were|was|are|have been) (modified|changed|reformatted)|[Cc]hecksum (mismatch|error|',
      'fail|verif|did|does|not)|[Rr]egressions? |differs? from|[Ff]iles? differ|',
      'below (the )?(threshold|minimum)|exceeded\\b|forbidden|not been (formatted|committed|',
      'generated)|please (run|format|fix|update|commit|regenerate)|[Cc]hanges? (detected|found)|',
      '[Ff]rozen|no longer (exists?|supported|available)|[Oo]utdated)',
    ),
    hits: [
      'Overfull \\hbox (12.0pt too wide) in paragraph',
      'would reformat src/a.py',
      'coverage 70% does not meet threshold (80%)',
      'Generated files are out of date, commit them.',
      '- files were modified by this hook',
    ],
    misses: ['the date is set', 'vulnerable'],
  },
  {
    name: 'unmet demand',
    kind: 'demand',
    weight: 5,
    pattern: joined(
      '\\b(out of (range|bounds|disk)|dirty|differs?|exceeds?|thresholds?|(does|did|',
      'do) not (support|exist|have|contain|allow|provide|know|work|return)|not (reached|satisfied|',
      'supported|allowed|permitted|available|installed|met|included|implemented|compatible|enough|',
      'sufficient|valid)|reserved|blocked|disallowed|no longer|too (many|long|large|few|old|big|',
      'small|wide|short|complex|high|low)|constraint|unused|uninitialized|unreachable|unformatted|',
      'expired|rejected|retries|may not|at (least|most)|is required|requires|only|instead of)\\b',
    ),
    flags: 'i',
    unless: '^\\s*(usage|note)',
    hits: ['error: the value is out of range', 'feature not supported here', 'frob requires ring at least 2'],
    misses: ['range of values'],
  },
]
