// Tables and lists that command-line tools print.
import { lined } from './kind.mjs'
import {
  hex,
  identifier,
  ip,
  isoTime,
  moment,
  month,
  npmPackage,
  number,
  path,
  person,
  phrase,
  pick,
  semver,
  spread,
  uuid,
  word,
} from './lexicon.mjs'

export function listings() {
  const fitted = {
    'ls -l': ls,
    'ps aux': ps,
    'find paths': find,
    'git diff': diff,
    'git log --stat': gitLog,
    'grep -n': grep,
    'psql table': psql,
    'docker ps': dockerPs,
    tree,
    'npm ls': npmLs,
  }
  const unseen = {
    'kubectl get': kubectl,
    df,
    top,
    'git status': gitStatus,
    'ls -R': lsR,
    'terraform plan': terraform,
    'markdown table': markdownTable,
    'rg --json': rgJson,
    netstat,
    'git blame': blame,
    'du -a': du,
    'tar -tv': tar,
    strace,
    'mysql table': mysql,
  }
  return [
    ...Object.entries(fitted).map(([kind, lineOf]) => lined({ kind, fitted: true }, lineOf)),
    ...Object.entries(unseen).map(([kind, lineOf]) => lined({ kind }, lineOf)),
  ]
}

const right = (value, width) => String(value).padStart(width)
const name = (random) => path(random).split('/').at(-1)
const clock = (random) =>
  `${right(number(random, 24), 2).replace(' ', '0')}:${right(number(random, 60), 2).replace(' ', '0')}`
const mode = (random) => pick(random, ['-rw-r--r--', '-rw-r--r--', '-rwxr-xr-x', 'drwxr-xr-x', 'lrwxrwxrwx'])
const user = (random) => pick(random, ['root', 'root', 'node', 'www-data', 'postgres', 'ci'])

const ls = (random) =>
  `${mode(random)} ${right(1 + number(random, 12), 2)} ${user(random).padEnd(8)} ${user(random).padEnd(8)} ${right(spread(random, 10, 9_000_000), 8)} ${month(random)} ${right(1 + number(random, 28), 2)} ${random() < 0.5 ? clock(random) : ` ${2019 + number(random, 7)}`} ${name(random)}`

const ps = (random) =>
  `${user(random).padEnd(10)} ${right(spread(random, 1, 60_000), 7)} ${right((random() ** 4 * 50).toFixed(1), 4)} ${right((random() ** 4 * 30).toFixed(1), 4)} ${right(spread(random, 900, 9_000_000), 7)} ${right(spread(random, 90, 900_000), 5)} ${pick(random, ['?       ', 'pts/0   '])} ${pick(random, ['Ss ', 'Sl ', 'S  ', 'I< ', 'R+ '])}  ${clock(random)} ${right(number(random, 60), 3)}:${right(number(random, 60), 2).replace(' ', '0')} ${pick(random, [() => `/usr/lib/${word(random)}/${word(random)}d --${word(random)}=${word(random)}`, () => `[kworker/${number(random, 8)}:${number(random, 9)}-${word(random)}]`, () => `node /app/${path(random)} --port ${number(random, 9000)}`, () => `/bin/sh -c ${phrase(random, 3)}`])()}`

const find = (random) => `./${pick(random, ['node_modules/', 'src/', 'packages/', ''])}${path(random)}`

const source = (random) =>
  `${'  '.repeat(number(random, 4))}${pick(random, [() => `const ${identifier(random)} = ${identifier(random)}(${identifier(random)}, ${number(random, 90)})`, () => `if (${identifier(random)}.${identifier(random)} === '${word(random)}') {`, () => `return ${identifier(random)}.${identifier(random)}(${identifier(random)} => ${identifier(random)})`, () => '}', () => `// ${phrase(random, 7)}`, () => `import { ${identifier(random)} } from './${path(random)}'`, () => ''])()}`

function diff(random, line) {
  if (line % 14 !== 1) return `${pick(random, [' ', ' ', ' ', '+', '-'])}${source(random)}`
  const file = path(random)
  const at = spread(random, 1, 900)
  return `diff --git a/${file} b/${file}\nindex ${hex(random, 9)}..${hex(random, 9)} 100644\n--- a/${file}\n+++ b/${file}\n@@ -${at},${number(random, 20)} +${at + number(random, 9)},${number(random, 20)} @@ ${identifier(random)}`
}

function gitLog(random, line) {
  if (line % 7 !== 1)
    return ` ${path(random).slice(-50).padEnd(52)} | ${right(spread(random, 1, 300), 3)} ${'+'.repeat(number(random, 20))}${'-'.repeat(number(random, 12))}`
  return `\ncommit ${hex(random, 40)}\nAuthor: ${person(random)} ${person(random)} <${person(random)}@${word(random)}.org>\nDate:   ${moment(
    random,
    line * 9000,
  )
    .toUTCString()
    .replace(',', '')
    .replace('GMT', '+0000')}\n\n    ${phrase(random, 7)}\n\n    ${phrase(random, 14)}\n`
}

const grep = (random) => `${path(random)}:${spread(random, 1, 3000)}:${source(random) || phrase(random, 4)}`

const psql = (random) =>
  ` ${right(spread(random, 1, 900_000), 8)} | ${person(random).padEnd(14)} | ${`${person(random)}@${word(random)}.com`.padEnd(28)} | ${isoTime(random, number(random, 9000)).replace('T', ' ').replace('Z', '+00')} | ${pick(random, ['t', 'f'])} | ${right((random() * 9000).toFixed(2), 9)}`

const dockerPs = (random) =>
  `${hex(random, 12)}   ${`${word(random)}/${word(random)}:${semver(random)}`.padEnd(28)} "${pick(random, ['docker-entrypoint.s…', '/bin/sh -c', 'node server.js', 'python -m app'])}"   ${1 + number(random, 23)} hours ago   Up ${1 + number(random, 23)} hours (healthy)   0.0.0.0:${number(random, 9000)}->${number(random, 9000)}/tcp   ${word(random)}_${word(random)}_1`

const kubectl = (random) =>
  `${word(random).padEnd(14)} ${`${word(random)}-${word(random)}-${hex(random, 9)}-${hex(random, 5)}`.padEnd(44)} ${number(random, 3)}/${1 + number(random, 3)}   ${pick(random, ['Running', 'Completed', 'CrashLoopBackOff', 'Pending']).padEnd(17)} ${right(number(random, 40), 3)}   ${number(random, 90)}d   ${ip(random)}   ip-10-${number(random, 255)}-${number(random, 255)}-${number(random, 255)}.ec2.internal   <none>`

const df = (random) =>
  `${pick(random, ['/dev/sda', '/dev/nvme0n1p', 'overlay', 'tmpfs', '/dev/mapper/vg-'])}${number(random, 9)}${' '.repeat(number(random, 12))} ${right(spread(random, 900, 900_000_000), 10)} ${right(spread(random, 900, 900_000_000), 10)} ${right(spread(random, 900, 900_000_000), 10)} ${right(number(random, 101), 3)}% /${word(random)}/${word(random)}`

const top = (random) =>
  `${right(spread(random, 1, 60_000), 7)} ${user(random).padEnd(9)} 20   0 ${right(spread(random, 900, 9_000_000), 9)} ${right(spread(random, 900, 900_000), 7)} ${right(spread(random, 900, 90_000), 6)} ${pick(random, ['S', 'R', 'I'])} ${right((random() ** 3 * 99).toFixed(1), 5)} ${right((random() ** 3 * 40).toFixed(1), 5)} ${right(number(random, 900), 4)}:${right(number(random, 60), 2).replace(' ', '0')}.${right(number(random, 99), 2).replace(' ', '0')} ${word(random)}`

const gitStatus = (random) =>
  pick(random, [
    () => `\tmodified:   ${path(random)}`,
    () => `\tnew file:   ${path(random)}`,
    () => `\trenamed:    ${path(random)} -> ${path(random)}`,
    () => `?? ${path(random)}`,
    () => ` M ${path(random)}`,
  ])()

const lsR = (random, line) => (line % 9 === 1 ? `\n./${path(random)}:` : `${name(random)}  ${name(random)}`)

const tree = (random) => `${'│   '.repeat(number(random, 4))}${pick(random, ['├── ', '└── '])}${name(random)}`

function npmLs(random) {
  const { name: called, version } = npmPackage(random)
  return `${'│ '.repeat(number(random, 4))}${pick(random, ['├─┬ ', '├── ', '└── ', '└─┬ '])}${called}@${version}${pick(random, ['', ' deduped', ' overridden'])}`
}

const terraform = (random) =>
  pick(random, [
    () =>
      `  # module.${word(random)}.aws_${word(random)}_${word(random)}.${word(random)}["${word(random)}"] will be ${pick(random, ['created', 'destroyed', 'updated in-place'])}`,
    () => `      + ${identifier(random).padEnd(22)} = (known after apply)`,
    () =>
      `      ~ ${word(random).padEnd(22)} = "${word(random)}-${number(random, 90)}" -> "${word(random)}-${number(random, 90)}"`,
    () =>
      `module.${word(random)}.aws_${word(random)}.${word(random)}: Refreshing state... [id=${pick(random, ['sg', 'vpc', 'subnet', 'i'])}-0${hex(random, 16)}]`,
  ])()

const markdownTable = (random) =>
  `| ${word(random)} | \`${identifier(random)}\` | ${phrase(random, 5)} | ${number(random, 900)} | ${pick(random, ['yes', 'no', '✓', '—'])} |`

const rgJson = (random) =>
  JSON.stringify({
    type: 'match',
    data: {
      path: { text: path(random) },
      lines: { text: `${source(random)}\n` },
      line_number: spread(random, 1, 900),
      absolute_offset: spread(random, 1, 90_000),
      submatches: [
        { match: { text: identifier(random) }, start: number(random, 40), end: 40 + number(random, 20) },
      ],
    },
  })

const netstat = (random) =>
  `tcp        ${number(random, 9)}      ${number(random, 900)} ${`${ip(random)}:${number(random, 65_000)}`.padEnd(23)} ${`${ip(random)}:${number(random, 65_000)}`.padEnd(23)} ${pick(random, ['ESTABLISHED', 'TIME_WAIT', 'CLOSE_WAIT', 'LISTEN'])}   ${number(random, 30_000)}/${word(random)}`

const blame = (random, line) =>
  `${hex(random, 8)} (${person(random)} ${person(random)} ${isoTime(random, number(random, 90_000)).slice(0, 19).replace('T', ' ')} +0100 ${right(line, 4)}) ${source(random)}`

const du = (random) => `${spread(random, 4, 900_000)}\t./${path(random)}`

const tar = (random) =>
  `${mode(random)} ${user(random)}/${user(random)} ${right(spread(random, 10, 900_000), 9)} ${isoTime(random, number(random, 900_000)).slice(0, 10)} ${clock(random)} package/${path(random)}`

const strace = (random) =>
  pick(random, [
    () =>
      `openat(AT_FDCWD, "/usr/lib/${path(random)}", O_RDONLY|O_CLOEXEC) = ${pick(random, [3, 4, '-1 ENOENT (No such file or directory)'])}`,
    () =>
      `mmap(NULL, ${spread(random, 4096, 9_000_000)}, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f${hex(random, 10)}`,
    () =>
      `read(${number(random, 20)}, "\\177ELF\\2\\1\\1\\3\\0\\0\\0\\0\\0\\0\\0\\0\\3\\0>\\0\\1\\0\\0\\0"..., 832) = 832`,
    () =>
      `[pid ${number(random, 60_000)}] futex(0x${hex(random, 12)}, FUTEX_WAIT_PRIVATE, ${number(random, 9)}, NULL <unfinished ...>`,
  ])()

const mysql = (random) =>
  `| ${right(spread(random, 1, 900_000), 8)} | ${uuid(random)} | ${word(random).padEnd(16)} | ${right(number(random, 9000), 6)} | ${isoTime(random, number(random, 90_000)).slice(0, 19).replace('T', ' ')} | ${pick(random, ['NULL', word(random)]).padEnd(12)} |`
