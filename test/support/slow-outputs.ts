// What commands print while they take their time, with an error at some place of it.

export const ERROR = 'error: cannot find value total in src/main.c:17'

export const places = ['first', 'in the middle', 'last', 'followed by thirty lines'] as const
export type Place = (typeof places)[number]

const COUNT = 300
const bar = (done: number, width: number) => '#'.repeat(Math.floor((done / COUNT) * width)).padEnd(width)
const count = (step: number) => `${step}/${COUNT}`

/** Each step of a command, and what its error is like. */
const steps: Record<string, { step: (at: number) => string; error?: string }> = {
  'a bar that CRs draw again': { step: (at) => `\r${count(at)} [${bar(at, 60)}] downloading` },
  'a spinner': { step: (at) => `\r${'|/-\\'[at % 4]} resolving the dependencies of package ${at}\x1b[K` },
  'a spinner of backspaces': {
    step: (at) => `working on the parts of the whole ${'|/-\\'[at % 4]}${'\b'.repeat(35)}`,
  },
  'compose, which goes up': {
    step: (at) =>
      `${at > 1 ? '\x1b[3A' : ''}\x1b[2K[+] Running ${count(at)}\n\x1b[2K ⠿ db   Pulling ${at}.0s\n\x1b[2K ⠿ web  Waiting ${at}.0s\n`,
  },
  'lines that are drawn again': {
    step: (at) => `\x1b[1A\x1b[2K\r${count(at)} objects were written so far\n`,
  },
  curl: {
    step: (at) =>
      `${at === 1 ? '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n' : ''}\r ${bar(at, 20)} 1024k   ${at}  1024k    0     0   512k      0  0:00:0${at % 10} --:--:--`,
  },
  tqdm: { step: (at) => `\r${at}%|${'█'.repeat(at / 10)}| ${count(at)} [00:${at % 60}<00:01, 12.3it/s]` },
  npm: { step: (at) => `\x1b[1G\x1b[0K⠙\x1b[1G\x1b[0Knpm http fetch GET 200 package-${at} ${at}ms` },
  docker: {
    step: (at) =>
      `#${at} [build ${count(at)}] RUN make part-${at}\r\n\x1b[33m#${at} DONE 0.${at}s\x1b[0m\r\n`,
  },
  'lines of a log': { step: (at) => `2026-03-14T09:26:53Z info step ${at} of the build took ${at * 7} ms\n` },
  'lines that are like others': { step: () => 'waiting for the server to answer the first request\n' },
  'lines in colours': {
    step: (at) => `\x1b[32m✓\x1b[0m test ${at} of the \x1b[1msuite\x1b[0m passed in ${at} ms\n`,
    error: `\x1b[31m${ERROR}\x1b[0m`,
  },
  'lines that end in CRLF': { step: (at) => `step ${at} of the build took ${at * 7} ms\r\n` },
  'UTF-16': { step: (at) => `step ${at} of the build took ${at * 7} ms\r\n` },
}

export const shapes = Object.keys(steps)

/** The pieces that a command prints, one after the other. The error is one of them. */
export function piecesOf(shape: string, place: Place): Buffer[] {
  const { step, error = ERROR } = steps[shape]
  const encoding = shape === 'UTF-16' ? 'utf16le' : 'utf8'
  const all = Array.from({ length: COUNT }, (_, i) => step(i + 1))
  const after = Array.from({ length: 30 }, (_, i) => `at line ${i} of what follows\n`)
  const text = `\n${error}\n`
  const pieces = {
    first: [text.slice(1), ...all],
    'in the middle': [...all.slice(0, COUNT / 2), text, ...all.slice(COUNT / 2)],
    last: [...all, text],
    'followed by thirty lines': [...all, text, ...after],
  }[place]
  const bytes = pieces.map((piece) => Buffer.from(piece, encoding))
  return encoding === 'utf8' ? bytes : [Buffer.from([0xff, 0xfe]), ...bytes]
}
