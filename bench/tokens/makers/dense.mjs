// Texts of few words: identifiers, numbers, escapes, machine code.
import { filesOf } from '../packages.mjs'
import { lined, made, taken } from './kind.mjs'
import {
  base64,
  hex,
  identifier,
  ip,
  npmPackage,
  number,
  path,
  phrase,
  pick,
  semver,
  some,
  spread,
  typeName,
  uuid,
  word,
} from './lexicon.mjs'

const group = 'dense'

export function dense() {
  const fitted = (kind) => ({ kind, group, fitted: true })
  return [
    lined(fitted('UUIDs'), uuid),
    lined(
      fitted('IP addresses'),
      (random) => `${ip(random)}${random() < 0.3 ? `:${number(random, 65_000)}` : ''}`,
    ),
    lined(fitted('numbers'), (random) =>
      some(random, 1, 9, () => String(spread(random, 1, 10 ** 9))).join(' '),
    ),
    lined(fitted('semantic versions'), version),
    lined(fitted('escaped JSON'), accented),
    made(fitted('random ASCII'), (random, chars) =>
      filled(random, chars, () => String.fromCharCode(32 + number(random, 95))),
    ),
    taken(
      fitted('SVG paths'),
      filesOf('bootstrap-icons').map(({ text }) => text),
    ),
    ...unseen(),
  ]
}

function unseen() {
  const lines = {
    'percent-encoded URLs': percentEncoded,
    'JSON escaped to ASCII': escaped,
    disassembly,
    assembler,
    'mangled symbols': mangled,
    'git objects': (random) =>
      `${pick(random, ['100644 blob', '040000 tree', '100755 blob'])} ${hex(random, 40)}    ${path(random)}`,
    'version matrix': (random) => some(random, 8, 8, () => semver(random)).join('  '),
    'MAC addresses': (random) =>
      `${some(random, 6, 6, () => hex(random, 2)).join(':')} ${ip(random)} ${word(random)}`,
    'IPv6 addresses': (random) =>
      `${some(random, 4, 7, () => hex(random, 1 + number(random, 4))).join(':')}::${hex(random, 2)}/${number(random, 128)}`,
    'matrix of floats': (random) =>
      `[${some(random, 8, 8, () => ((random() - 0.5) * 10 ** number(random, 4)).toExponential(6)).join(', ')}]`,
    'path data': (random) =>
      `<path d="M${number(random, 900)} ${number(random, 900)}${some(random, 5, 20, () => `${pick(random, ['l', 'c', 'L', 'C'])}${some(random, 2, 6, () => (random() * 90 - 45).toFixed(2)).join(',')}`).join('')}z"/>`,
    'keys and tokens': (random) =>
      `${pick(random, ['sk-', 'ghp_', 'xoxb-', 'AKIA', 'eyJ'])}${base64(random, 36).replace(/[+/]/g, '')}`,
    'numbers in columns': (random) =>
      some(random, 8, 8, () => String(spread(random, 1, 10 ** 7)).padStart(9)).join(' '),
  }
  return [
    ...Object.entries(lines).map(([kind, lineOf]) => lined({ kind, group }, lineOf)),
    made({ kind: 'digits', group, fitted: true }, (random, chars) =>
      filled(random, chars, () => number(random, 10)),
    ),
    made({ kind: 'ACGT', group, fitted: true }, (random, chars) =>
      filled(random, chars, () => 'ACGT'[number(random, 4)]),
    ),
  ]
}

const SPOKEN = [
  'Größe überschritten',
  'ошибка соединения',
  '接続が拒否されました',
  'données déjà chargées',
  '文件不存在',
  'não foi possível',
  '파일을 찾을 수 없습니다',
  'خطأ في الاتصال',
]

function filled(random, chars, make) {
  let text = ''
  while (text.length < chars) text += make(random)
  return text
}

const version = (random) =>
  `${npmPackage(random).name} ${semver(random)}${pick(random, ['', '', '-beta.1', `+${hex(random, 7)}`])}`

const accented = (random) =>
  JSON.stringify(phrase(random, 6)).replace(
    /[aeiou]/g,
    (letter) => `\\u00${(0xe0 + (letter.charCodeAt(0) % 30)).toString(16)}`,
  )

function percentEncoded(random) {
  const bytes = [...Buffer.from(pick(random, SPOKEN))]
  const query = bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')
  return `https://${word(random)}.com/?q=${query}&u=${encodeURIComponent(`https://${word(random)}.org/${path(random)}?a=${word(random)}`)}`
}

const escaped = (random) =>
  JSON.stringify({ message: pick(random, SPOKEN), path: path(random) }).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function disassembly(random) {
  const bytes = some(random, 1, 7, () => hex(random, 2)).join(' ')
  const operands = [
    '%rax,%rbx',
    '%eax,%eax',
    `0x${hex(random, 4)}(%rip),%rdi`,
    `${hex(random, 6)} <${identifier(random)}+0x${hex(random, 2)}>`,
  ]
  return `  ${hex(random, 6)}:\t${bytes.padEnd(21)}\t${pick(random, ['mov', 'lea', 'call', 'jmp', 'test', 'push']).padEnd(6)} ${pick(random, operands)}`
}

function assembler(random) {
  const from = pick(random, ['%rax', '%rdi', '(%rsp)', '-8(%rbp)', `$0x${hex(random, 3)}`])
  const to = pick(random, ['%rcx', '%xmm3', '%r12d', '%al'])
  return `\t${pick(random, ['movq', 'leaq', 'addl', 'cmpb', 'callq', 'vmovdqa'])}\t${from}, ${to}${random() < 0.2 ? `\t# ${identifier(random)}` : ''}`
}

function mangled(random) {
  const names = some(random, 1, 4, () => pick(random, [typeName, identifier])(random))
  return `${hex(random, 16)} ${pick(random, ['T', 't', 'W', 'U', 'r'])} _ZN${names.map((name) => `${name.length}${name}`).join('')}E${pick(random, ['v', 'PKc', 'RKSt6vectorIiSaIiEE', 'S1_m', 'NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE'])}`
}
