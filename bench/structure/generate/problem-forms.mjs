// How compilers, type checkers and linters write problems, each as its documentation or its own output shows it. Files, codes
// and messages come from lists, so that what is in an output is known.

/**
 * @typedef {object} MadeProblem
 * @property {string} file
 * @property {number} line
 * @property {number} column
 * @property {string} code
 * @property {string} message
 * @property {'error' | 'warning'} level
 */

/**
 * @typedef {object} ProblemForm
 * @property {readonly string[]} codes
 * @property {(byFile: ReadonlyMap<string, readonly MadeProblem[]>) => string} write what a tool writes of all problems
 * @property {false} [tellsLevel] false if the form tells no level
 * @property {'errors'} [level] what all problems of the form are
 */

const lines = (write) => (byFile) => [...byFile.values()].flat().map(write).join('')

const blocks =
  (head, row, end = '\n') =>
  (byFile) =>
    [...byFile].map(([file, all]) => `${head(file)}${all.map(row).join('')}${end}`).join('')

const TS = ['TS2322', 'TS2339', 'TS7006', 'TS2304', 'TS18048']
const RULES = ['no-undef', 'eqeqeq', 'react/jsx-key', '@typescript-eslint/no-explicit-any', 'semi']
const WORDS = ['arg-type', 'attr-defined', 'name-defined', 'return-value', 'assignment']
const FLAKES = ['E501', 'F401', 'W291', 'PLR0913', 'UP006']
const FLAGS = ['-Wunused-variable', '-Wformat=', '-Wreturn-type', '-Wsign-compare', '-Wshadow']
const LINTERS = ['errcheck', 'govet', 'staticcheck', 'gosimple', 'unused']
const SHELL = ['SC2086', 'SC2034', 'SC2154', 'SC1090', 'SC2046']
const COPS = [
  'Style/StringLiterals',
  'Layout/LineLength',
  'Metrics/AbcSize',
  'Lint/UselessAssignment',
  'Naming/X',
]

const source = '    call(ring, 3);'

/** @type {Readonly<Record<string, ProblemForm>>} */
export const problemForms = {
  tsc: {
    codes: TS,
    write: lines((p) => `${p.file}(${p.line},${p.column}): ${p.level} ${p.code}: ${p.message}\n`),
  },
  'tsc --pretty': {
    codes: TS,
    write: lines(
      (p) =>
        `${p.file}:${p.line}:${p.column} - ${p.level} ${p.code}: ${p.message}\n\n${p.line} call(ring, 3);\n    ~~~~\n\n`,
    ),
  },
  'eslint stylish': {
    codes: RULES,
    write: blocks(
      (file) => `${file}\n`,
      (p) => `  ${p.line}:${p.column}  ${p.level}  ${p.message}  ${p.code}\n`,
    ),
  },
  'eslint unix': {
    codes: RULES,
    write: lines(
      (p) =>
        `${p.file}:${p.line}:${p.column}: ${p.message} [${p.level === 'error' ? 'Error' : 'Warning'}/${p.code}]\n`,
    ),
  },
  'eslint compact': {
    codes: RULES,
    write: lines(
      (p) =>
        `${p.file}: line ${p.line}, col ${p.column}, ${p.level === 'error' ? 'Error' : 'Warning'} - ${p.message} (${p.code})\n`,
    ),
  },
  mypy: {
    codes: WORDS,
    write: lines((p) => `${p.file}:${p.line}: ${p.level}: ${p.message}  [${p.code}]\n`),
  },
  'ruff concise': {
    codes: FLAKES,
    tellsLevel: false,
    write: lines((p) => `${p.file}:${p.line}:${p.column}: ${p.code} ${p.message}\n`),
  },
  'ruff full': {
    codes: FLAKES,
    tellsLevel: false,
    write: lines(
      (p) =>
        `${p.code} ${p.message}\n  --> ${p.file}:${p.line}:${p.column}\n   |\n${p.line} | call(ring, 3)\n   | ^^^^\n   |\nhelp: Remove it\n\n`,
    ),
  },
  gcc: {
    codes: FLAGS,
    write: lines(
      (p) =>
        `${p.file}: In function 'turn':\n${p.file}:${p.line}:${p.column}: ${p.level}: ${p.message} [${p.code}]\n ${p.line} | ${source}\n    |     ^~~~\n`,
    ),
  },
  clang: {
    codes: FLAGS,
    write: lines(
      (p) =>
        `${p.file}:${p.line}:${p.column}: ${p.level}: ${p.message} [${p.code}]\n${source}\n    ^~~~\n${p.file}:1:1: note: it is here\n`,
    ),
  },
  rustc: {
    codes: ['E0308', 'E0425', 'E0382', 'E0599', 'E0277'],
    write: lines(
      (p) =>
        `${p.level}[${p.code}]: ${p.message}\n  --> ${p.file}:${p.line}:${p.column}\n   |\n${p.line} | ${source}\n   |     ^^^^ here\n   = note: of the ring\n\n`,
    ),
  },
  javac: {
    codes: [
      'cannot find symbol',
      'incompatible types',
      'missing return statement',
      'not a statement',
      'illegal start of type',
    ],
    level: 'errors',
    write: lines(
      (p) => `${p.file}:${p.line}: error: ${p.code}\ncall(ring, 3);\n^\n  symbol:   method call()\n`,
    ),
  },
  'golangci-lint': {
    codes: LINTERS,
    tellsLevel: false,
    write: lines((p) => `${p.file}:${p.line}:${p.column}: ${p.message} (${p.code})\n\tcall(ring, 3)\n\t^\n`),
  },
  'shellcheck tty': {
    codes: SHELL,
    write: lines(
      (p) =>
        `\nIn ${p.file} line ${p.line}:\necho $ring\n     ^---^ ${p.code} (${p.level}): ${p.message}\n\nDid you mean:\necho "$ring"\n`,
    ),
  },
  'shellcheck gcc': {
    codes: SHELL,
    write: lines((p) => `${p.file}:${p.line}:${p.column}: ${p.level}: ${p.message} [${p.code}]\n`),
  },
  biome: {
    codes: [
      'lint/style/useConst',
      'lint/suspicious/noDoubleEquals',
      'format',
      'parse',
      'assist/source/organizeImports',
    ],
    write: lines(
      (p) =>
        `${p.file}:${p.line}:${p.column} ${p.code}  FIXABLE  ${'━'.repeat(40)}\n\n  ${p.level === 'error' ? '×' : '!'} ${p.message}\n  \n  > ${p.line} │ ${source}\n      │     ^^^^\n  \n\n`,
    ),
  },
  phpstan: {
    codes: ['method.notFound', 'argument.type', 'return.type', 'variable.undefined', 'class.notFound'],
    level: 'errors',
    write: blocks(
      (file) => ` ------ ${'-'.repeat(40)}\n  Line   ${file}\n ------ ${'-'.repeat(40)}\n`,
      (p) => `  ${p.line}     ${p.message}\n         🪪  ${p.code}\n`,
      ` ------ ${'-'.repeat(40)}\n\n`,
    ),
  },
  rubocop: {
    codes: COPS,
    tellsLevel: false,
    write: lines(
      (p) =>
        `${p.file}:${p.line}:${p.column}: C: [Correctable] ${p.code}: ${p.message}\n${source}\n    ^^^^\n`,
    ),
  },
  'checkstyle text': {
    codes: ['MissingJavadocMethod', 'LineLength', 'MagicNumber', 'FinalParameters', 'DesignForExtension'],
    write: lines(
      (p) =>
        `[${p.level === 'error' ? 'ERROR' : 'WARN'}] ${p.file}:${p.line}:${p.column}: ${p.message} [${p.code}]\n`,
    ),
  },
  msbuild: {
    codes: ['CS0103', 'CS1002', 'CS8618', 'CA1822', 'IDE0051'],
    write: lines(
      (p) => `${p.file}(${p.line},${p.column}): ${p.level} ${p.code}: ${p.message} [Ring.csproj]\n`,
    ),
  },
  markdownlint: {
    codes: ['MD013', 'MD041', 'MD032', 'MD004', 'MD009'],
    write: lines((p) => `${p.file}:${p.line} ${p.level} ${p.code}/line-length ${p.message}\n`),
  },
  hadolint: {
    codes: ['DL3008', 'DL3009', 'SC2086', 'DL4006', 'DL3059'],
    write: lines((p) => `${p.file}:${p.line} ${p.code} ${p.level}: ${p.message}\n`),
  },
  stylelint: {
    codes: ['color-no-invalid-hex', 'block-no-empty', 'length-zero-no-unit', 'unit-no-unknown', 'font-x'],
    write: blocks(
      (file) => `${file}\n`,
      (p) => `  ${p.line}:${p.column}  ${p.level === 'error' ? '✖' : '⚠'}  ${p.message}  ${p.code}\n`,
    ),
  },
  yamllint: {
    codes: ['document-start', 'line-length', 'truthy', 'indentation', 'comments'],
    write: blocks(
      (file) => `${file}\n`,
      (p) => `  ${p.line}:${p.column}       ${p.level}  ${p.message}  (${p.code})\n`,
    ),
  },
  kotlinc: {
    codes: [
      'unresolved reference',
      'type mismatch',
      'variable is never used',
      'too many arguments',
      'expecting a name',
    ],
    write: lines((p) => `${p.level[0]}: file://${p.file}:${p.line}:${p.column} ${p.code}\n`),
  },
  pylint: {
    codes: ['C0114', 'W0611', 'E0602', 'R0913', 'W0718'],
    tellsLevel: false,
    write: lines((p) => `${p.file}:${p.line}:${p.column}: ${p.code}: ${p.message} (the-name)\n`),
  },
}

/** Problems of a form: `count` in `files`, most of the first code and in the first file. */
export function problemsOf({ codes, tellsLevel, level }, count, files) {
  const byFile = new Map()
  const byCode = {}
  const byLevel = {}
  for (let at = 0; at < count; at++) {
    const file = files[Math.floor((at * files.length) / count)]
    const code = codes[at % 7 < 3 ? 0 : at % codes.length]
    const problem = {
      file,
      line: at + 1,
      column: 1 + (at % 40),
      code,
      message: `the ring '${at}' is of no use`,
      level: at % 3 === 0 ? 'warning' : 'error',
    }
    byFile.set(file, [...(byFile.get(file) ?? []), problem])
    byCode[code] = (byCode[code] ?? 0) + 1
    const name = tellsLevel === false ? 'problems' : (level ?? `${problem.level}s`)
    byLevel[name] = (byLevel[name] ?? 0) + 1
  }
  return { byFile, byCode, byLevel }
}
