// The rows of the first table in docs/tokens.md. Every kind of text belongs to one of them.

/** Languages by script, as the kinds name them. */
const LATIN =
  'German, French, Spanish, Portuguese, Polish, Czech, Vietnamese, Turkish, Finnish, Italian, Dutch, Swedish, Hungarian, Romanian, Croatian, Lithuanian, Indonesian, Swahili, Yoruba'
const CYRILLIC = 'Russian, Ukrainian, Bulgarian, Serbian, Kazakh'
const ARABIC = 'Arabic, Persian, Urdu, Arabic with vowel signs'
const CJK = 'Chinese, simplified Chinese, traditional Chinese, Japanese, Korean'
const OTHERS =
  'Greek, Hebrew, Hindi, Bengali, Tamil, Thai, Marathi, Gujarati, Telugu, Kannada, Malayalam, Georgian, Armenian, Amharic, Burmese, Khmer, Lao, Sinhala, Tibetan'

/** Names of kinds. The name of a language also covers kinds with a prefix such as `long text,`. */
const rows = [
  [
    'build output',
    'npm install, cargo build, make, gradle, webpack, tsc, apt install, pip install, maven, cmake, docker build, vite build, eslint, gcc, go build, git clone and CI',
  ],
  [
    'logs',
    'access log, syslog, JSON lines log, logfmt, application log, Kubernetes events, PostgreSQL log, nginx error log, journal of an init system, OpenTelemetry spans, Rust tracing log, load balancer log, kernel log, strace, logs in several languages',
  ],
  ['stack traces', 'Java stack traces, Python tracebacks, Node stack traces, Go panics, .NET stack traces'],
  [
    'test output',
    'vitest, pytest, go test, TAP, JUnit XML, jest, mocha, rspec, cargo test, PHPUnit, ctest, coverage table, TeamCity messages, pytest failures, Cucumber',
  ],
  ['`ls -l`', 'ls -l'],
  ['`ps aux`', 'ps aux'],
  [
    'other listings and tables',
    'psql table, docker ps, kubectl get, df, top, git status, terraform plan, markdown table, netstat, git blame, tar -tv, mysql table, tree, npm ls, git log --stat, outputs of many tools',
  ],
  ['paths and matches', 'find paths, grep -n, ls -R, du -a, rg --json, URLs'],
  ['diffs', 'git diff'],
  [
    'JSON',
    'JSON, JSON on one line, GeoJSON, GraphQL answers, block.json, package.json, JSON of compiled contracts',
  ],
  ['CSV, TSV', 'CSV, TSV, CSV of measurements'],
  [
    'settings, XML, SQL',
    'XML, ini, YAML, TOML, .env, SQL, SQL inserts, YAML and settings of templates, Android XML, CMake and Bazel',
  ],
  ['lockfiles', "package-lock.json, yarn.lock, pnpm-lock.yaml, Cargo.lock, this project's lockfile"],
  ['Markdown, manuals', 'Markdown, HTML, READMEs, roff, man page'],
  [
    'JavaScript, TypeScript',
    'JavaScript, TypeScript, JSX, TypeScript of zod, TypeScript declarations, AssemblyScript, compiled JavaScript, CSS, SCSS',
  ],
  [
    'C, C++, C#, Java, Swift',
    'C, C++, C++ headers, C#, C# of templates, Objective-C, Java, Java of templates, Kotlin, Swift, Solidity',
  ],
  [
    'Python, Go, Rust, others',
    'Python, Python of templates, Go, Rust, Rust of templates, Elixir, Elm, Lua, Perl, PHP, shell, code with CJK comments',
  ],
  [
    'minified, source maps',
    'minified JavaScript, minified JavaScript of a chart, minified JavaScript of an app, minified CSS, source maps',
  ],
  ['English', 'English'],
  ['other languages in Latin letters', LATIN],
  ['Cyrillic', CYRILLIC],
  ['Arabic script', ARABIC],
  ['Chinese, Japanese, Korean', CJK],
  ['other scripts', OTHERS],
  ['hexdumps', 'xxd, xxd of a program, hexdump -C, hexdump -C of a program, od -x, C byte arrays'],
  [
    'base64',
    'base64 lines, base64 on one line, base64 of text, base64 of a program, PEM certificates, JSON web tokens, keys and tokens, source map mappings',
  ],
  [
    'hashes, hex, addresses',
    'hex on one line, sha256 sums, hex of text, md5 sums, hex bytes with colons, git objects, UUIDs, IP addresses, MAC addresses, IPv6 addresses',
  ],
  [
    'numbers, versions, paths of drawings',
    'numbers, numbers in columns, digits, matrix of floats, semantic versions, version matrix, SVG paths, path data, ACGT',
  ],
  ['emoji', 'emoji, emoji without spaces'],
  [
    'ANSI colours, bars, boxes',
    'coloured log, coloured test run, coloured diff, coloured listing, 24-bit colours, spinner frames, progress bars, box drawing',
  ],
  ['escaped, random', 'escaped JSON, JSON escaped to ASCII, percent-encoded URLs, random ASCII'],
  ['disassembly, symbols', 'disassembly, assembler, mangled symbols'],
  [
    'hostile',
    'one letter, spaces, line ends, dashes, equals signs, alternating case, control characters, random code points, random ideographs, one capital letter, tabs, carriage returns and line ends, zero bytes, asterisks, dots and spaces, one digit, one ideograph, one emoji, joined emoji, combining marks, private use, special tokens, random letters, random capitals, random letters of Latin, random Hangul, random Cyrillic, random signs, spaces of every kind, random bytes decoded, styled letters, letters with heaps of marks, in turns',
  ],
]

const families = new Map(rows.flatMap(([name, kinds]) => kinds.split(', ').map((kind) => [kind, name])))

export const familyNames = rows.map(([name]) => name)

/**
 * The row that a kind belongs to.
 *
 * @throws {Error} for a kind without a row, because no kind may be missing from the table.
 */
export function familyOf(kind) {
  const plain = kind
    .replace(/, CR and LF$/, '')
    .replace(/^.* (in turns)$/, '$1')
    .replace(/^(?:compiler messages|editor's words|long text), /, '')
  const family = families.get(plain)
  if (family === undefined)
    throw new Error(`Expected the kind "${kind}" in a row of bench/tokens/families.mjs.`)
  return family
}
