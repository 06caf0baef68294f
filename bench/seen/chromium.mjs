// npm run bench:chromium [-- --quick]: cuts logs that were never seen before in Chromium, with WebAssembly and
// without it, in turns in one page. Both get the same new logs. PITH_CHROMIUM may say where Chromium is.
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { chromium } from 'playwright'
import { aligned } from '../aligned.mjs'
import { importBundled } from '../bundle.mjs'
import { libraryPath, loadLibrary } from '../load.mjs'
import { createRandom, shuffled } from '../random.mjs'
import { digits, machine } from '../report.mjs'
import { summary } from '../statistics.mjs'
import { LIMITS } from './contenders.mjs'
import { poolOf, unseenLog } from './logs.mjs'

const { quick } = parseArgs({ options: { quick: { type: 'boolean' } } }).values
const ROUNDS = quick ? 5 : 21
/** Rounds in which V8 optimises, which are not timed. */
const WARM_UP_ROUNDS = quick ? 2 : 5
const SIZES = { '32 KiB': 2 ** 15, '1 MiB': 2 ** 20 }
const FORMS = ['bytes', 'string']
/** A page's clock is coarse, so a sample goes through this many bytes at least. */
const SAMPLE_BYTES = 2 ** 20

/** Opens a page with two copies of the library, so that neither knows what the other has seen. */
async function openPage(browser) {
  const { outputFiles } = await build({
    entryPoints: [libraryPath],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const page = await browser.newPage()
  await page.evaluate(async (source) => {
    const load = () => import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
    const [wasm, js] = [await load(), await load()]
    if (wasm.getBackend() !== 'wasm') throw new Error('Expected WebAssembly.')
    globalThis.libraries = { wasm, js }
  }, outputFiles[0].text)
  return page
}

/** Milliseconds a call of each backend on new logs, which come as base 64. Fails if their results differ. */
const timesIn = (page, request) =>
  page.evaluate(({ logs, form, order, limits }) => {
    const inputs = logs.map((log) => {
      const bytes = Uint8Array.from(atob(log), (character) => character.charCodeAt(0))
      return form === 'bytes' ? bytes : new TextDecoder().decode(bytes)
    })
    const results = {}
    const times = {}
    for (const backend of order) {
      const { truncate } = globalThis.libraries[backend]
      const start = performance.now()
      const made = inputs.map((input) => truncate(input, { ...limits, backend }))
      times[backend] = (performance.now() - start) / inputs.length
      results[backend] = JSON.stringify(made.map(({ text, errors }) => [text, errors]))
    }
    if (results.wasm !== results.js) throw new Error('Expected equal results.')
    return times
  }, request)

async function measured(page, pool, random) {
  const cells = FORMS.flatMap((form) => Object.entries(SIZES).map(([name, size]) => ({ form, name, size })))
  for (const cell of cells) cell.rounds = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const { form, size, rounds } of cells) {
      const logs = Array.from({ length: SAMPLE_BYTES / size }, () => {
        return Buffer.from(unseenLog(pool, { size, random })).toString('base64')
      })
      const order = shuffled(['wasm', 'js'], random)
      const times = await timesIn(page, { logs, form, order, limits: LIMITS })
      if (round >= 0) rounds.push(times)
    }
  }
  return cells.map(({ form, name, rounds }) => {
    const median = (of) => digits(summary(rounds.map(of)).median)
    const ratio = `${median(({ wasm, js }) => js / wasm)}x`
    return [`${name}, ${form}`, median(({ wasm }) => wasm), median(({ js }) => js), ratio]
  })
}

/** As the browser suites start it. */
async function launched() {
  const ofNode = (build) => build.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true }))
  const { chromiumOptions } = await importBundled(
    `export { chromiumOptions } from './test/browser/support/chromium.ts'`,
    [{ name: 'of-node', setup: ofNode }],
  )
  return chromium.launch({ ...chromiumOptions })
}

const { truncate } = await loadLibrary()
const pool = poolOf(truncate, (line) => process.stderr.write(`${line}\n`))
const browser = await launched()
try {
  const page = await openPage(browser)
  const rows = await measured(page, pool, createRandom(1))
  const { cpu, cores, loadAverage } = machine('wasm')
  const table = aligned([
    ['first seen, ms', 'WebAssembly', 'JavaScript', 'JavaScript : WebAssembly'],
    ...rows,
  ])
  console.log(
    `On ${cpu}, ${cores} cores, load ${digits(loadAverage)}, Chromium ${browser.version()}; medians of ${ROUNDS} rounds.\n\n${table}`,
  )
} finally {
  await browser.close()
}
