import { joined, type Rule } from '../rule.ts'

/** Demands of a project on itself: formatting, clean checkouts, coverage, speed, pictures. */
export const checkRules: readonly Rule[] = [
  {
    name: 'file that a formatter would change',
    kind: 'demand',
    weight: 8,
    pattern: joined(
      '\\b[Ww]ould (reformat|be reformatted)\\b|^\\[warn\\] (\\S+\\.\\w+$|Code style issues)|\\bDiff in \\S+(:\\d+| at line \\d)|',
      '\\b[Nn]eeds? (to be )?(re)?format(ted|ting)\\b|\\b[Nn]ot (properly |correctly )?formatted\\b|',
      '\\bincorrectly (sorted|formatted)\\b|[Ff]ormatter would have|differs from formatting|clang-formatted|',
      '^diff .*\\.orig\\b|would have (been )?(reformatted|printed)',
    ),
    hits: [
      'would reformat src/a.py',
      '[warn] src/a.js',
      'Diff in /src/main.rs at line 3:',
      'Diff in /src/main.rs:3:',
      'The following files need formatting: main.go',
      'diff src/main.go.orig src/main.go',
    ],
    misses: ['[warn] the cache is old', '3 files left unchanged', 'formatted 3 files'],
  },
  {
    name: 'checkout that is not clean',
    kind: 'demand',
    weight: 7.5,
    pattern: joined(
      '\\b(([Ww]orking (tree|directory|copy)|[Tt]ree|[Rr]epo(sitory)?|[Cc]heckout|[Ss]tatus|[Ww]orktree) (is|was|has) ',
      '(dirty|not clean|unclean|modified|uncommitted|unstaged)|[Uu]ncommitted changes|[Uu]nstaged changes|local changes to|',
      '(is|are|not) (out[ -]of[ -](date|sync)|stale|up[ -]to[ -]date|in sync)\\b.*\\b([Rr]un|[Cc]ommit|[Pp]lease|',
      'regenerat\\w+|with)|[Gg]enerated (files?|code|docs?|sources?) (is|are|differs?)|changed significantly since|updates to go\\.\\w+ needed|',
      '(would|needs? to) (have been |be )?(modified|updated)\\b.*\\b(but|forbidden|frozen)|needs update: |go\\.sum is out of sync)',
    ),
    hits: [
      'working tree is dirty',
      'error: Your local changes to the following files would be overwritten by merge:',
      'Generated files are out of date, run make generate',
      'Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.',
      'git status is not clean',
    ],
    misses: ['the working tree is clean', 'your branch is up to date'],
  },
  {
    name: 'coverage below its mark',
    kind: 'demand',
    weight: 8,
    pattern: '\\b([Cc]overage|[Cc]overed|COVERAGE)\\b',
    also: joined(
      '\\b(below|less than|lower than|under the|(is|was|are) under|not met|(does|did|do) not (meet|reach)|not reached|',
      'too low|insufficient|dropped|decreased|but expected|FAIL)\\b',
    ),
    hits: [
      'Jest: "global" coverage threshold for branches (80%) not met: 71.2%',
      'coverage: 70% is below 80% minimum',
      'Coverage failure: total of 85 is less than fail-under=90',
      'FAIL Required test coverage of 90% not reached. Total coverage: 85.20%',
    ],
    misses: ['coverage: 70% of statements', 'the bar is below'],
  },
  {
    name: 'budget or threshold crossed',
    kind: 'demand',
    weight: 7.5,
    pattern:
      '\\b([Bb]udgets?|[Tt]iming|[Ss]lack|[Tt]hresholds?|[Pp]erformance|[Bb]enchmarks?|[Ll]atency|SLO)\\b',
    also: '\\b(exceed(s|ed)?|crossed|breached|not met|regress(ed|ion)|[Aa]lert|violated|VIOLATED|NOT met|was not met|too slow)\\b',
    hits: [
      'Budget exceeded: main.js 2.1 MB > 2 MB',
      "thresholds on metrics 'http_req_duration' have been crossed",
      'Performance Alert: Possible performance regression was detected for benchmark',
    ],
    misses: ['the budget is 2 MB', 'performance is good'],
  },
  {
    name: 'picture that differs',
    kind: 'assertion',
    weight: 8,
    pattern: '\\b([Pp]ixels?|[Ss]napshots?|[Ss]creenshots?|[Ii]mages?|[Gg]olden|px)\\b',
    also: joined(
      '\\b(are different|differing|different from|mismatch(ed|es)?|diff detected|comparison failed|(do|does|did) not match|',
      '[1-9]\\d* snapshots? failed|test failed)\\b',
    ),
    hits: [
      '  1234 pixels (ratio 0.01 of all image pixels) are different.',
      'Snapshot `ring 1` mismatched',
      ' › 1 snapshot failed.',
      'Golden "ring.png": Pixel test failed, 0.12%, 120px diff detected.',
    ],
    misses: ['3 snapshots passed', 'the image is different'],
  },
  {
    name: 'record that says it failed',
    kind: 'level',
    weight: 8.5,
    pattern: joined(
      '"(status|state|result|conclusion|outcome|verdict|Action|event|type)": ?"(failed|failure|fail|error|errored|FAILED|FAIL|',
      'FAILURE|ERROR|timedOut|timed_out|broken|crashed|interrupted)"|"(success|ok|passed|succeeded)": ?false\\b|',
      '"(level|severity|severityText|levelname|loglevel|lvl|log\\.level|@l)": ?("([Ee]rr(or)?|eror|[Ff]atal|[Cc]rit(ical)?|d?panic|alert|emerg|ERR(OR)?|FATAL|CRIT(ICAL)?)"|[56]0\\b)|"s": ?"[EF]", ?"c": ?"',
    ),
    hits: [
      '{"id":3,"name":"adds","status":"failed","duration":12}',
      '  "success": false,',
      '{"Action":"fail","Package":"example.com/ring","Elapsed":0.1}',
      '{"level":50,"time":1,"msg":"boom"}',
      '{"level":60,"time":1,"msg":"boom"}',
      '{"severityText":"ERROR","body":"gone"}',
      '{"lvl":"eror","msg":"gone"}',
      '{"severity":"ERROR","message":"gone"}',
      '{"@t":"2024-01-01","@l":"Error","@mt":"gone"}',
      '{"t":{"$date":"2024-01-01"},"s":"E","c":"STORAGE","msg":"Error while opening"}',
    ],
    misses: ['{"status":"passed"}', '"success": true', '{"level":30,"msg":"failed"}'],
  },
  {
    // Less than an error: nothing has failed yet.
    name: 'loss that a plan announces',
    kind: 'system',
    weight: 6,
    pattern: '^\\s*# \\S.* (will be destroyed|must be replaced|is tainted)|# forces replacement',
    hits: ['  # aws_s3_bucket.logs[3] will be destroyed', '      ~ name = "a" -> "b" # forces replacement'],
    misses: ['  # aws_s3_bucket.logs[3] will be created', 'the bucket was destroyed'],
  },
  {
    name: 'finding with a severity',
    kind: 'lint',
    weight: 8,
    pattern:
      '\\(Severity: \\d\\)|[Ss]ee pages? [\\d,]+ of PBP|^\\s*Error \\([A-Z][A-Z\\d&_-]*\\)|^>>> Lint for ',
    hits: [
      'lib/Ring.pm: Two-argument "open" used at line 9, column 3.  See page 207 of PBP.  (Severity: 5)',
      '   Error (MYPY) [attr-defined]',
    ],
    misses: ['Severity: high', '  Advice (RX)'],
  },
]
