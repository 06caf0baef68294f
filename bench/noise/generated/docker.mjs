// docker compose and BuildKit.
import { nounOf, range } from '../recipes/words.mjs'
import { across, blue, green, redrawn, SPINNER, seconds } from './screen.mjs'

/** `docker compose up`: networks and containers that start one after the other. */
function compose() {
  const columns = 100
  const services = range(14).map((n) => `Container shop-${nounOf(n).replace('_', '-')}-1`)
  const frames = range(90).map((frame) => {
    const done = services.filter((_, n) => frame > 6 * n + 5).length
    const lines = services.map((service, n) => {
      const state = frame > 6 * n + 5 ? 'Started' : frame > 3 * n ? 'Starting' : 'Created'
      const time = seconds(Math.min(frame, 6 * n + 6))
      const mark = state === 'Started' ? ' ✔' : ` ${SPINNER[frame % 10]}`
      return state === 'Started'
        ? green(across(`${mark} ${service}  ${state}`, time, columns))
        : across(`${mark} ${service}  ${state}`, time, columns)
    })
    return [blue(`[+] Running ${done}/${services.length}`), ...lines]
  })
  return redrawn(frames)
}

/** `docker compose pull`, where layers move and one image is missing. */
function composePull() {
  const columns = 100
  const bar = (share) => `[${'='.repeat(Math.floor(share * 48))}>${' '.repeat(48 - Math.floor(share * 48))}]`
  const frames = range(70).map((frame) => {
    const layers = range(10).map((n) => {
      const share = Math.min(1, Math.max(0, (frame - n * 4) / 30))
      const id = ((n + 1) * 0x9e3779b1).toString(16).slice(0, 12).padEnd(12, '0')
      const state =
        share === 1 ? 'Pull complete' : `Downloading ${bar(share)} ${(share * 41).toFixed(2)}MB/41MB`
      return across(
        `   ${share === 1 ? '✔' : SPINNER[frame % 10]} ${id} ${state}`,
        seconds(frame),
        columns + 40,
      )
    })
    const broken = frame > 60 ? ` ✘ tariff Error` : ` ${SPINNER[frame % 10]} tariff Pulling`
    return [
      blue('[+] Pulling 1/3'),
      across(` ${SPINNER[frame % 10]} store Pulling`, seconds(frame), columns),
      ...layers,
      across(broken, seconds(frame), columns),
    ]
  })
  return `${redrawn(frames)}Error response from daemon: manifest for example.com/shop/tariff:9.9 not found: manifest unknown: manifest unknown\r\n`
}

const STEPS = [
  'FROM docker.io/library/node:20',
  'WORKDIR /app',
  'COPY package.json .',
  'RUN npm ci',
  'COPY . .',
  'RUN npm run build',
]
const stepName = (n) => (n === 0 ? `[1/6] ${STEPS[0]}` : `[${n + 1}/6] ${STEPS[n]}`)
const REASON = 'process "/bin/sh -c npm run build" did not complete successfully: exit code: 2'
const SOURCE = [
  'Dockerfile:6',
  '--------------------',
  '   4 |     RUN npm ci',
  '   5 |     COPY . .',
  '   6 | >>> RUN npm run build',
  '   7 |     ',
  '--------------------',
  `ERROR: failed to solve: ${REASON}`,
]
const CAUSE = "src/price.ts(12,7): error TS2322: Type 'string' is not assignable to type 'number'."

/** `docker build` of BuildKit on a terminal, which shows the last lines of the step that runs. */
function buildkitTerminal() {
  const columns = 120
  const frames = range(120).map((frame) => {
    const at = Math.min(5, Math.floor(frame / 18))
    const steps = STEPS.slice(0, at + 1).map((_, n) => {
      const line = across(` => ${stepName(n)}`, seconds(n < at ? 18 : frame - n * 18), columns)
      return n < at ? blue(line) : line
    })
    const log =
      at === 3 || at === 5
        ? range(4).map((n) =>
            across(` => => # compiled src/${nounOf(frame + n)}.ts in ${frame + n} ms`, '', columns),
          )
        : []
    return [
      `[+] Building ${seconds(frame)} (${at + 2}/9)`,
      blue(across(' => [internal] load build definition from Dockerfile', '0.0s', columns)),
      blue(across(' => => transferring dockerfile: 312B', '0.0s', columns)),
      ...steps,
      ...log,
    ]
  })
  const failed = [
    '------',
    ' > [6/6] RUN npm run build:',
    `11.04 > shop@1.0.0 build`,
    '11.04 > tsc -p .',
    `11.90 ${CAUSE}`,
    '------',
    ...SOURCE,
  ]
  return `${redrawn(frames)}${failed.join('\r\n')}\r\n`
}

/** The same as `--progress=plain` shows it: the number of the step and a time before each line. */
function buildkitPlain() {
  const lines = [
    '#0 building with "default" instance using docker driver',
    '',
    '#1 [internal] load build definition from Dockerfile',
    '#1 transferring dockerfile: 312B done',
    '#1 DONE 0.0s',
    '',
  ]
  for (const n of range(STEPS.length)) {
    const id = n + 5
    lines.push(`#${id} ${stepName(n)}`)
    if (n === 0)
      for (const part of range(30))
        lines.push(
          `#${id} sha256:${'4f'.repeat(16)} ${(part * 1.4).toFixed(2)}MB / 42.00MB ${(part / 10).toFixed(1)}s`,
        )
    if (n === 3)
      for (const part of range(120))
        lines.push(
          `#${id} ${(part / 20).toFixed(3)} npm http fetch GET 200 https://registry.npmjs.org/${nounOf(part)} ${part * 7}ms (cache miss)`,
        )
    if (n === 5) {
      for (const part of range(150))
        lines.push(`#${id} ${(part / 20).toFixed(3)} compiled src/${nounOf(part)}.ts`)
      lines.push(`#${id} 11.90 ${CAUSE}`, `#${id} ERROR: ${REASON}`)
    } else lines.push(`#${id} DONE ${n}.4s`, '')
  }
  lines.push('------', ' > [6/6] RUN npm run build:', `11.90 ${CAUSE}`, '------', ...SOURCE)
  return `${lines.join('\n')}\n`
}

export const sessions = [
  {
    name: 'docker-compose-up',
    tool: 'docker compose',
    command: 'docker compose up -d',
    columns: 100,
    rows: 40,
    text: compose(),
    decisive: [],
  },
  {
    name: 'docker-compose-pull-fail',
    tool: 'docker compose',
    command: 'docker compose pull',
    columns: 140,
    rows: 40,
    text: composePull(),
    decisive: ['manifest for example.com/shop/tariff:9.9 not found'],
  },
  {
    name: 'buildkit-fail',
    tool: 'docker build',
    command: 'docker build .',
    columns: 120,
    rows: 40,
    text: buildkitTerminal(),
    decisive: [CAUSE, REASON],
  },
  {
    name: 'buildkit-plain-fail',
    tool: 'docker build',
    command: 'docker build --progress=plain .',
    columns: 0,
    rows: 0,
    text: buildkitPlain(),
    decisive: [CAUSE, REASON],
  },
]
