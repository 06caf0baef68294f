// The forms of what stands before a line's own text: times, steps, pods and services, levels. Patterns read bytes as
// characters (Latin-1). Their groups say the time and the name that a form tells. Only ASCII is a prefix, so that its
// bytes are its code points.

/** One part of a line's prefix. */
export interface Layer {
  /** Only layers of one form are compared with each other. */
  form: string
  /** Offset after the layer. */
  end: number
  /** Milliseconds since some moment that all layers of the form share; NaN if the layer tells no time. */
  time: number
  /** Where the line comes from: a step, a pod, a service, a host. Empty if the layer does not tell. */
  name: string
}

interface Form {
  form: string
  /** Characters that the layer may begin with. */
  first: string
  pattern: RegExp
}

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS = `${LOWER}${LOWER.toUpperCase()}`
const CAPITALS = LOWER.toUpperCase()

const CLOCK = String.raw`(?<hour>\d\d?):(?<minute>\d\d):(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?`
const ZONE = String.raw`(?:Z| ?[+-]\d\d:?\d\d| UTC| GMT)?`
const MONTH = '(?<monthName>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
/** What follows a time: a blank, another separator, or the end of the line. `00O ` and `00E+` name a GitLab stream. */
const AFTER = String.raw`(?:: | \| | \d\d[OE][ +]| |(?=\r?\n))`
/** The host of a system log. The program that follows it stays. */
const HOST = String.raw`(?:(?<name>[\w.-]{1,64}) (?=[\w./()@-]{1,64}(?:\[\d{1,10}\])?: ))?`
const HOST_OF_PROCESS = String.raw`(?:(?<name>[\w.-]{1,64}) (?=(?:[\w./()@-]{1,64}\[\d{1,10}\]|kernel): ))?`

const row = (form: string, first: string, pattern: string): Form => ({
  form,
  first,
  pattern: new RegExp(pattern, 'y'),
})

/** Of two forms that match at a place, the first counts. */
const forms: readonly Form[] = [
  // Python's logging writes ` - ` after milliseconds. Elsewhere `- ` is the mark of a diff or a list.
  // Most services, GitHub, GitLab, Docker, Kubernetes, RFC 3339 and 5424. The first line may begin with a BOM.
  row(
    'date',
    `${DIGITS}ï`,
    String.raw`(?:\xEF\xBB\xBF)?(?<year>\d{4})[-/.](?<month>\d\d)[-/.](?<day>\d\d)[T ]${CLOCK}${ZONE}(?:(?<=,\d{3}) - |${AFTER}${HOST_OF_PROCESS})`,
  ),
  row(
    'date',
    '[',
    String.raw`\[(?:task )?(?<year>\d{4})[-/.](?<month>\d\d)[-/.](?<day>\d\d)[T ]${CLOCK}${ZONE}\]${AFTER}`,
  ),
  // Hadoop and Spark: `17/06/09 20:10:40 `.
  row('short date', DIGITS, String.raw`(?<year>\d\d)/(?<month>\d\d)/(?<day>\d\d) ${CLOCK}${AFTER}`),
  // BIND and Tomcat `16-Nov-2023 10:00:00.123 `, Apache `[16/Nov/2023:10:00:00 +0000] `.
  row('date', DIGITS, String.raw`(?<day>\d\d)-${MONTH}-(?<year>\d{4}) ${CLOCK}${AFTER}`),
  row('date', '[', String.raw`\[(?<day>\d\d)/${MONTH}/(?<year>\d{4}):${CLOCK}${ZONE}\]${AFTER}`),
  // Apache's error log and `dmesg -T`: `[Sun Dec 04 04:47:44 2005] `.
  row(
    'date',
    '[',
    String.raw`\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ${MONTH} {1,2}(?<day>\d\d?) ${CLOCK} (?<year>\d{4})\]${AFTER}`,
  ),
  // System logs: `Nov  2 10:00:00 host `.
  row('month', CAPITALS, String.raw`${MONTH} {1,2}(?<day>\d\d?) ${CLOCK} ${HOST}`),
  // glog and Kubernetes components: `I0522 10:00:00.123456   12345 `. Other levels than I stay.
  row('glog', 'I', String.raw`I(?<month>\d\d)(?<day>\d\d) ${CLOCK} {1,8}\d{1,8} `),
  row('clock', DIGITS, `${CLOCK}${AFTER}`),
  row('clock', '[', String.raw`\[${CLOCK}\]${AFTER}`),
  // The kernel: `[   12.345678] `, with `<6>` before it in a raw log.
  row('seconds', '[<', String.raw`(?:<\d{1,3}>)?\[ {0,8}(?<seconds>\d{1,9})\.\d{1,9}s?\]${AFTER}`),
  // Seconds or milliseconds since 1970, before words.
  row(
    'epoch',
    `${DIGITS}[`,
    String.raw`\[?(?<seconds>1\d{9})(?:[.,]\d{1,9}|\d{3})?\]?:? (?= {0,8}[^\d\s.+-])`,
  ),
  // A step of a container build: `#12 3.456 `.
  row('step', '#', String.raw`(?<name>#\d{1,6}) \d{1,9}\.\d{1,3} `),
  // `gh run view --log`: job, step, and then a time.
  row(
    'columns',
    LETTERS + DIGITS,
    String.raw`(?<name>[ -~]{1,120}\t[ -~]{1,120}\t)(?=(?:\xEF\xBB\xBF)?\d{4}-\d\d-\d\dT)`,
  ),
  // `kubectl logs --prefix`, and stern's pod and container.
  row('pod', '[', String.raw`(?<name>\[pod/[^\]\s]{1,200}\]) `),
  row('pod', 'p', '(?<name>pod/[a-z0-9.-]{1,120} [a-z0-9.-]{1,64}) '),
  // What is looked for first is quickly read, and most words are shorter.
  row(
    'pod',
    LOWER,
    '(?=[a-z0-9.-]{16,138} )(?<name>[a-z][a-z0-9.-]{0,120}-[a-z0-9]{8,10}-[a-z0-9]{5} [a-z0-9.-]{1,64}) ',
  ),
  // docker compose: `web-1  | `.
  row('service', LETTERS + DIGITS, String.raw`(?<name>[A-Za-z0-9][\w.-]{0,62}[-_]\d{1,4}) {0,64}\| `),
  // Ant: `     [exec] `. Levels in brackets are not names.
  row(
    'tag',
    ' ',
    String.raw`(?<name> {2,12}\[(?!error|warn|fail|fatal|severe|critical|info|debug|trace)[a-z][a-z0-9_-]{0,20}\]) `,
  ),
  // turbo and nx: `web:build: `.
  row(
    'task',
    `${LOWER}@`,
    '(?<name>(?!error|fatal|warn)[a-z@/_-]{1,64}:(?!error|fatal|warn)[a-z_-]{1,64}): ',
  ),
  // valgrind: `==12345== `.
  row('process', '=', String.raw`(?<name>==\d{1,10}==)(?: |(?=\r?\n))`),
  // Levels of lines that report no problem.
  row('level', 'ID', String.raw`(?<level>INFO|DEBUG)(?:: | {1,8}\| | {1,2}(?! ))`),
  row('level', '[', String.raw`\[(?<level>INFO|DEBUG|info|debug)\](?:[: ] ?(?! )| (?= )|(?=\r?\n))`),
  row('level', 'l', '(?<level>level=(?:info|debug)) '),
]

const byFirst = new Map<string, Form[]>()
for (const form of forms)
  for (const first of form.first) byFirst.set(first, [...(byFirst.get(first) ?? []), form])

/** False for a byte that no layer begins with. */
export const mayBeginLayer = (byte: number): boolean => byFirst.has(String.fromCharCode(byte))

const monthNames = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** The layer of a prefix at an offset of a text that holds one character for each byte. */
export function layerAt(text: string, at: number): Layer | undefined {
  for (const { form, pattern } of byFirst.get(text[at]) ?? []) {
    pattern.lastIndex = at
    const groups = pattern.exec(text)?.groups
    if (!groups || pattern.lastIndex === at) continue
    const { name = '', level } = groups
    return {
      form: level === undefined ? form : `${form} ${level}`,
      end: pattern.lastIndex,
      time: timeOf(groups),
      name,
    }
  }
  return undefined
}

function timeOf(groups: Record<string, string | undefined>): number {
  const { year, month, monthName, day, hour, minute, second, fraction = '', seconds } = groups
  if (seconds !== undefined) return 1000 * Number(seconds)
  if (hour === undefined) return Number.NaN
  const named = monthName === undefined ? Number(month ?? 1) - 1 : monthNames.indexOf(monthName) / 3
  // 1972 is a leap year.
  const days = Date.UTC(year === undefined ? 1972 : Number(year), named, Number(day ?? 1))
  const clock = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  return days + 1000 * clock + Number(fraction.slice(0, 3).padEnd(3, '0'))
}
