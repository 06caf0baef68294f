// How compilers, type checkers and linters write problems, each as its documentation or its own output shows it. Files, codes
// and messages come from lists, so that what is in an output is known.
import { filled } from '../../template.mjs'

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

const TS = 'TS2322 TS2339 TS7006 TS2304 TS18048'
const RULES = 'no-undef eqeqeq react/jsx-key @typescript-eslint/no-explicit-any semi'
const FLAKES = 'E501 F401 W291 PLR0913 UP006'
const FLAGS = '-Wunused-variable -Wformat= -Wreturn-type -Wsign-compare -Wshadow'
const SHELL = 'SC2086 SC2034 SC2154 SC1090 SC2046'
const BAR = '━'.repeat(40)
const RULE = '-'.repeat(40)

/**
 * The forms: codes, and the template of a problem, of which `{level|a|b}` is `a` for an error and `b` for a warning. Blocks
 * have what stands above and below the problems of a file.
 */
const ROWS = {
  tsc: [TS, '{file}({line},{column}): {level} {code}: {message}\n'],
  'tsc --pretty': [
    TS,
    '{file}:{line}:{column} - {level} {code}: {message}\n\n{line} call(ring, 3);\n    ~~~~\n\n',
  ],
  'eslint stylish': [
    RULES,
    '  {line}:{column}  {level}  {message}  {code}\n',
    { above: '{file}\n', below: '\n' },
  ],
  'eslint unix': [RULES, '{file}:{line}:{column}: {message} [{level|Error|Warning}/{code}]\n'],
  'eslint compact': [
    RULES,
    '{file}: line {line}, col {column}, {level|Error|Warning} - {message} ({code})\n',
  ],
  mypy: [
    'arg-type attr-defined name-defined return-value assignment',
    '{file}:{line}: {level}: {message}  [{code}]\n',
  ],
  'ruff concise': [FLAKES, '{file}:{line}:{column}: {code} {message}\n', { tellsLevel: false }],
  'ruff full': [
    FLAKES,
    '{code} {message}\n  --> {file}:{line}:{column}\n   |\n{line} | call(ring, 3)\n   | ^^^^\n   |\nhelp: Remove it\n\n',
    { tellsLevel: false },
  ],
  gcc: [
    FLAGS,
    "{file}: In function 'turn':\n{file}:{line}:{column}: {level}: {message} [{code}]\n {line} |     call(ring, 3);\n    |     ^~~~\n",
  ],
  clang: [
    FLAGS,
    '{file}:{line}:{column}: {level}: {message} [{code}]\n    call(ring, 3);\n    ^~~~\n{file}:1:1: note: it is here\n',
  ],
  rustc: [
    'E0308 E0425 E0382 E0599 E0277',
    '{level}[{code}]: {message}\n  --> {file}:{line}:{column}\n   |\n{line} |     call(ring, 3);\n   |     ^^^^ here\n   = note: of the ring\n\n',
  ],
  javac: [
    [
      'cannot find symbol',
      'incompatible types',
      'missing return statement',
      'not a statement',
      'illegal start of type',
    ],
    '{file}:{line}: error: {code}\ncall(ring, 3);\n^\n  symbol:   method call()\n',
    { level: 'errors' },
  ],
  'golangci-lint': [
    'errcheck govet staticcheck gosimple unused',
    '{file}:{line}:{column}: {message} ({code})\n\tcall(ring, 3)\n\t^\n',
    { tellsLevel: false },
  ],
  'shellcheck tty': [
    SHELL,
    '\nIn {file} line {line}:\necho $ring\n     ^---^ {code} ({level}): {message}\n\nDid you mean:\necho "$ring"\n',
  ],
  'shellcheck gcc': [SHELL, '{file}:{line}:{column}: {level}: {message} [{code}]\n'],
  biome: [
    'lint/style/useConst lint/suspicious/noDoubleEquals format parse assist/source/organizeImports',
    `{file}:{line}:{column} {code}  FIXABLE  ${BAR}\n\n  {level|×|!} {message}\n  \n  > {line} │     call(ring, 3);\n      │     ^^^^\n  \n\n`,
  ],
  phpstan: [
    'method.notFound argument.type return.type variable.undefined class.notFound',
    '  {line}     {message}\n         🪪  {code}\n',
    {
      above: ` ------ ${RULE}\n  Line   {file}\n ------ ${RULE}\n`,
      below: ` ------ ${RULE}\n\n`,
      level: 'errors',
    },
  ],
  rubocop: [
    'Style/StringLiterals Layout/LineLength Metrics/AbcSize Lint/UselessAssignment Naming/X',
    '{file}:{line}:{column}: C: [Correctable] {code}: {message}\n    call(ring, 3);\n    ^^^^\n',
    { tellsLevel: false },
  ],
  'checkstyle text': [
    'MissingJavadocMethod LineLength MagicNumber FinalParameters DesignForExtension',
    '[{level|ERROR|WARN}] {file}:{line}:{column}: {message} [{code}]\n',
  ],
  msbuild: [
    'CS0103 CS1002 CS8618 CA1822 IDE0051',
    '{file}({line},{column}): {level} {code}: {message} [Ring.csproj]\n',
  ],
  markdownlint: ['MD013 MD041 MD032 MD004 MD009', '{file}:{line} {level} {code}/line-length {message}\n'],
  hadolint: ['DL3008 DL3009 SC2086 DL4006 DL3059', '{file}:{line} {code} {level}: {message}\n'],
  stylelint: [
    'color-no-invalid-hex block-no-empty length-zero-no-unit unit-no-unknown font-x',
    '  {line}:{column}  {level|✖|⚠}  {message}  {code}\n',
    { above: '{file}\n', below: '\n' },
  ],
  yamllint: [
    'document-start line-length truthy indentation comments',
    '  {line}:{column}       {level}  {message}  ({code})\n',
    { above: '{file}\n', below: '\n' },
  ],
  kotlinc: [
    [
      'unresolved reference',
      'type mismatch',
      'variable is never used',
      'too many arguments',
      'expecting a name',
    ],
    '{level|e|w}: file://{file}:{line}:{column} {code}\n',
  ],
  pylint: [
    'C0114 W0611 E0602 R0913 W0718',
    '{file}:{line}:{column}: {code}: {message} (the-name)\n',
    { tellsLevel: false },
  ],
}

/** @returns {ProblemForm} */
function formOf([codes, row, { above = '', below = '', ...more } = {}]) {
  const one = ({ level, ...problem }) =>
    filled(row, {
      ...Object.fromEntries(Object.entries(problem).map(([name, value]) => [name, () => value])),
      level: (_size, _plus, choices) => (choices.length > 0 ? choices[level === 'error' ? 0 : 1] : level),
    })
  const write = (byFile) =>
    [...byFile]
      .map(([file, all]) => `${filled(above, { file: () => file })}${all.map(one).join('')}${below}`)
      .join('')
  return { codes: typeof codes === 'string' ? codes.split(' ') : codes, write, ...more }
}

/** @type {Readonly<Record<string, ProblemForm>>} */
export const problemForms = Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, formOf(row)]))

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
