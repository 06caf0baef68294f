import { createRandom } from '../../random.mjs'

const LINES = 120_000
const FAILING_FILES = [41_017, 77_345]

/** As gcc writes them on a terminal. */
const RED = '\x1b[01;31m\x1b[K'
const MAGENTA = '\x1b[01;35m\x1b[K'
const PLAIN = '\x1b[m\x1b[K'

const modules = ['core', 'net', 'codec', 'scheduler', 'storage', 'metrics', 'auth', 'render']
const nouns = ['buffer', 'channel', 'frame', 'lease', 'token', 'queue', 'shard', 'cursor', 'index', 'digest']

/** The log of a build on a terminal that fails in two places far from its end. The same on every call. */
export function sampleLog(): File {
  const random = createRandom(0xb111d)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]
  const lines = ['$ make -j8 check', download(), `building ${LINES} targets`]
  for (let n = 1; n <= LINES; n++) {
    const name = `${pick(modules)}/${pick(nouns)}_${Math.floor(random() * 900) + 100}`
    if (FAILING_FILES.includes(n)) lines.push(...failure(name, n))
    else if (random() < 0.01)
      lines.push(`src/${name}.c:${n % 700}:9: ${MAGENTA}warning: ${PLAIN}unused variable ‘${pick(nouns)}’`)
    else if (random() < 0.3)
      lines.push(`ok ${n} - ${name} keeps its ${pick(nouns)} (${(random() * 40).toFixed(1)} ms)`)
    else lines.push(`[${String(Math.floor((n * 100) / LINES)).padStart(3)}%] CC ${name}.o`)
  }
  lines.push(
    'make: *** [Makefile:88: check] Error 2',
    `${FAILING_FILES.length} targets failed, ${LINES} built`,
    '',
  )
  return new File([lines.join('\n')], 'sample-build.log', { type: 'text/plain' })
}

/** A line that overwrites itself, as tools write it that show their progress. */
const download = (): string =>
  Array.from({ length: 101 }, (_, percent) => `\rfetching headers: ${percent}%`).join('')

const failure = (name: string, line: number): string[] => [
  `[ 34%] CC ${name}.o`,
  `src/${name}.c: In function ‘flush’:`,
  `src/${name}.c:${line % 700}:17: ${RED}error: ${PLAIN}‘struct lease’ has no member named ‘deadline’; did you mean ‘deadlines’?`,
  `  ${line % 700} |   if (now > it->deadline)`,
  '      |                 ^~~~~~~~',
  '      |                 deadlines',
  `make[2]: *** [rules.mk:41: ${name}.o] Error 1`,
]
