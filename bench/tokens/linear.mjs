// Measures whether an exact count stays linear on texts that are slow to tokenize, and how large a text gpt-tokenizer
// manages by itself.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { counterFor } from '../../dist/tokens/gpt.js'
import { createRandom } from '../random.mjs'
import { summary } from '../statistics.mjs'

const KIB = 1024
const SIZES = [64 * KIB, 256 * KIB, 1024 * KIB]
const PATIENCE_MS = 5000
/** Enough scans to make the resolution of the clock negligible. */
const SCANS = 30

const random = createRandom(0xe1)
const oneOf = (first, count) => String.fromCodePoint(first + Math.floor(random() * count))
const made = (bytes, width, next) => Array.from({ length: bytes / width }, next).join('')

/** Texts without a break, of the given number of bytes or a few less. */
const inputs = {
  'one letter': (bytes) => 'a'.repeat(bytes),
  'random letters': (bytes) => made(bytes, 1, () => oneOf(0x61, 26)),
  'random ideographs': (bytes) => made(bytes, 3, () => oneOf(0x4e00, 0x5000)),
  'random emoji': (bytes) => made(bytes, 4, () => oneOf(0x1f600, 80)),
  spaces: (bytes) => ' '.repeat(bytes),
}

/**
 * For each input and size, the CPU time per byte of an exact count, relative to a scan of the same text. Also the
 * largest size, doubling from 1 KiB, that gpt-tokenizer by itself counts within 5 s.
 */
export async function linearity(scan, { rounds }) {
  const { count } = await counterFor('o200k_base')
  const rows = []
  for (const [input, make] of Object.entries(inputs)) {
    const texts = SIZES.map(make)
    const scanning = scanTime(scan, new TextEncoder().encode(texts.at(-1)))
    const perByte = texts.map(() => [])
    for (let round = 0; round < rounds; round++) {
      texts.forEach((text, i) => {
        // Words in the cache would cost nothing.
        clearMergeCache()
        perByte[i].push(processorTime(() => count(text)) / SIZES[i])
      })
    }
    const ratios = perByte.map((list) => summary(list).median / scanning)
    rows.push({ input, ratios, alone: await alone(input) })
  }
  return { sizes: SIZES.map(sizeName), rows }
}

/** CPU time of a scan per byte. CPU time excludes other work on the machine. */
function scanTime(scan, bytes) {
  const run = () => {
    for (let i = 0; i < SCANS; i++) scan(bytes)
  }
  const times = [1, 2, 3, 4, 5].map(() => processorTime(run) / SCANS / bytes.length)
  return summary(times).median
}

/** CPU time of a run in milliseconds. */
function processorTime(run) {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const sizeName = (bytes) => (bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${bytes / KIB / KIB} MiB`)

/** Runs in a thread of its own, because only a thread can be stopped. */
function alone(input) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: input })
    let best = { size: 'none', nsPerByte: Number.NaN }
    let timer
    const end = () => {
      clearTimeout(timer)
      resolve(best)
      return worker.terminate()
    }
    worker.on('error', reject)
    worker.on('message', ({ bytes, ms }) => {
      clearTimeout(timer)
      if (bytes > 0) best = { size: sizeName(bytes), nsPerByte: (ms * 1e6) / bytes }
      if (bytes === SIZES.at(-1) || ms > PATIENCE_MS) end()
      else timer = setTimeout(end, PATIENCE_MS)
    })
  })
}

if (!isMainThread) {
  parentPort.postMessage({ bytes: 0, ms: 0 })
  for (let bytes = KIB; bytes <= SIZES.at(-1); bytes *= 2) {
    const text = inputs[workerData](bytes)
    clearMergeCache()
    const start = performance.now()
    countTokens(text)
    parentPort.postMessage({ bytes, ms: performance.now() - start })
  }
}
