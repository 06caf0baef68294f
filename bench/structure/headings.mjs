// npm run bench:headings [-- --missed]: outputs below headings of many forms. Which share of the headings does a cut
// show while there is room for a line of each output, and does each shown line stand below its own heading?
import { loadLibrary } from '../load.mjs'
import { createRandom } from '../random.mjs'
import { linesOf } from './cut.mjs'
import { cutByPith } from './methods.mjs'

/** The mechanism was made with the first forms in view. The others show how far it reaches. */
const SEEN =
  '### NAME|# NAME|== NAME ==|===== NAME|NAME:|[NAME]|Stage: NAME|--- NAME ---|$ show --all NAME|===NAME===|>>> NAME|** NAME **|==> NAME <==|-- NAME --|==========\nNAME\n==========|~~~ NAME ~~~|>> NAME <<|Next file: NAME|@@ NAME @@|%%% NAME|::: NAME :::|<<< NAME >>>|#### NAME ####|--> NAME|Output of NAME:|-----\nNAME|● NAME|─── NAME ───|(NAME)|user@host:~$ show NAME'
const UNSEEN =
  '*** NAME ***|@ NAME|{NAME}|[[ NAME ]]|!! NAME|% show NAME|━━━━ NAME|« NAME »|>>>>>> checking NAME|== Running: NAME|■ NAME|+++ NAME +++|Checking out NAME:|Package: NAME|##### NAME (done)|NAME =>|=-=-= NAME =-=-=|Processing NAME|____________\nNAME\n____________|root@box:/srv# cat NAME'
const LIMITS_KIB = [2, 4, 8]
const SEED = 20_261_129
const CASES = 12
/** What the marker in a group and the notice take. */
const MARKER_BYTES = 24
const NOTICE_BYTES = 96

const WORDS =
  'amber basalt cedar delta ember fjord garnet hazel indigo juniper kelp lotus maple nickel'.split(' ')
const NAMES = [
  (word, at) => `${word}-${at}`,
  (word, at) => `src/${word}/${at}.ts`,
  (word, at) => `${word}_${at}.service`,
  (word, at) => `${word}${at}`,
]
/** What the outputs have. Each line tells its group and its place. */
const BODIES = [
  (word, group, at) => `${word}_${at} = ${group * 1000 + at}`,
  (word, group, at) => `the ${word} of row ${at} went to ${group}`,
  (word, group, at) => `  const ${word}${at} = call(${group}, ${at})`,
  (word, group, at) => `10:11:${10 + (at % 50)} ${word} handled ${group}.${at}`,
  (word, group, at) => `${1000 + at}\t./${word}/${group}/${at}`,
  (word, group, at) => `{"${word}":${at},"of":${group}}`,
  (word, group, at) => `    ${word} ${at} below ${group}`,
]

function outputOf(form, random) {
  const pick = (list) => list[Math.floor(random() * list.length)]
  const nameOf = pick(NAMES)
  const all = pick(BODIES)
  const isMixed = random() < 0.5
  return Array.from({ length: 5 + Math.floor(random() * 56) }, (_, group) => {
    const body = isMixed ? pick(BODIES) : all
    // Most outputs are short, and some are long.
    const size = 1 + Math.floor(2 ** (random() * 7))
    const lines = Array.from({ length: size }, (_, at) => body(pick(WORDS), group, at))
    return { heading: form.replace('NAME', nameOf(pick(WORDS), group)), lines }
  })
}

const bytesOf = (text) => Buffer.byteLength(text)

/** What the headings with one line each take at least. */
const leastBytes = (groups) =>
  groups.reduce(
    (sum, { heading, lines }) => sum + bytesOf(heading) + bytesOf(lines[0]) + 2 + MARKER_BYTES,
    NOTICE_BYTES,
  )

function scoreOf(groups, { content }) {
  const shown = new Set(linesOf(content))
  const headings = groups.filter(({ heading }) => heading.split('\n').every((line) => shown.has(line))).length
  const groupOf = new Map(groups.flatMap(({ lines }, at) => lines.map((line) => [line, at])))
  const headed = new Map(
    groups.map(({ heading }, at) => [heading.split('\n').at(heading.includes('\n') ? 1 : 0), at]),
  )
  let open = -1
  let strayed = 0
  for (const line of linesOf(content)) {
    open = headed.get(line) ?? open
    if (groupOf.has(line) && groupOf.get(line) !== open) strayed++
  }
  return { headings, strayed }
}

const { createCollector } = await loadLibrary()
const { kindsFor } = await import('../../dist/structure/index.js')
for (const [name, forms] of Object.entries({ SEEN, UNSEEN })) {
  for (const kib of LIMITS_KIB) {
    const sum = { cases: 0, whole: 0, headings: 0, shown: 0, strayed: 0 }
    const missed = []
    for (const [nth, form] of forms.split('|').entries())
      for (let at = 0; at < CASES; at++) {
        const groups = outputOf(form, createRandom(SEED + 7919 * at + 104_729 * nth))
        const text = groups.map(({ heading, lines }) => `${heading}\n${lines.join('\n')}\n`).join('')
        if (leastBytes(groups) > kib * 1024 || bytesOf(text) <= kib * 1024) continue
        const output = { bytes: Buffer.from(text), command: '', exitCode: 0 }
        const cut = cutByPith({ createCollector, kindsFor }, output, kib * 1024)
        const score = scoreOf(groups, cut)
        sum.cases++
        sum.headings += groups.length
        sum.shown += score.headings
        sum.strayed += score.strayed
        if (score.headings === groups.length) sum.whole++
        else missed.push(`${form} ${at}: ${score.headings} of ${groups.length} as ${cut.kind}`)
      }
    console.log(
      `${name.toLowerCase()} forms, ${kib} KiB: all headings in ${sum.whole} of ${sum.cases} outputs, ${sum.shown} of ${sum.headings} headings, ${sum.strayed} lines below another heading`,
    )
    if (process.argv.includes('--missed')) console.log(missed.map((line) => `  ${line}`).join('\n'))
  }
}
