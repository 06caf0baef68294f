// Bytes as text: dumps in several layouts, encodings, sums.
import { createHash } from 'node:crypto'
import { filesOf } from '../packages.mjs'
import { lined, linesOf, made } from './kind.mjs'
import { base64, hex, number, path, phrase, pick, some, spread, uuid, word } from './lexicon.mjs'

const group = 'dense'

export function dumps() {
  const fitted = (kind) => ({ kind, group, fitted: true })
  const unseen = (kind) => ({ kind, group })
  return [
    made(fitted('xxd'), (random, chars) => xxd(mixedBytes(random, chars))),
    made(fitted('xxd of a program'), (random, chars) => xxd(programBytes(random, chars))),
    lined(fitted('base64 lines'), (random) => base64(random, 76)),
    made(fitted('hex on one line'), hex),
    lined(fitted('sha256 sums'), (random) => `${hex(random, 64)}  ${path(random)}`),
    made(unseen('hexdump -C'), (random, chars) => hexdump(mixedBytes(random, chars))),
    made(unseen('hexdump -C of a program'), (random, chars) => hexdump(programBytes(random, chars))),
    made(unseen('od -x'), (random, chars) => od(mixedBytes(random, chars))),
    made(unseen('base64 on one line'), base64),
    made(unseen('base64 of text'), (random, chars) =>
      Buffer.from(linesOf(random, chars, () => phrase(random, 12))).toString('base64'),
    ),
    made(unseen('base64 of a program'), (random, chars) =>
      programBytes(random, chars).toString('base64').replace(/.{76}/g, '$&\n'),
    ),
    made(unseen('hex of text'), (random, chars) =>
      Buffer.from(linesOf(random, chars / 2, () => phrase(random, 12))).toString('hex'),
    ),
    lined(unseen('md5 sums'), (random) => hex(random, 32)),
    lined(unseen('hex bytes with colons'), (random) => some(random, 16, 16, () => hex(random, 2)).join(':')),
    lined(
      unseen('C byte arrays'),
      (random) => `  ${some(random, 12, 12, () => `0x${hex(random, 2)}`).join(', ')},`,
    ),
    lined(unseen('PEM certificates'), pem),
    lined(unseen('JSON web tokens'), webToken),
    made(unseen('source map mappings'), mappings),
  ]
}

/** Half of a real file and half a hash, so that it is neither all text nor all noise. */
function mixedBytes(random, chars) {
  const { text } = pick(random, filesOf('tree-sitter'))
  const noise = createHash('shake256', { outputLength: Math.ceil(chars / 8) })
  return Buffer.concat([
    Buffer.from(text).subarray(0, Math.ceil(chars / 8)),
    noise.update(String(random())).digest(),
  ])
}

/** Bytes like those of an object file: small numbers of four bytes, addresses, instructions, names, empty space. */
function programBytes(random, chars) {
  const parts = []
  for (let size = 0; size < chars; size += parts.at(-1).length) parts.push(section(random))
  return Buffer.concat(parts).subarray(0, chars)
}

const section = (random) =>
  pick(random, [
    () => Buffer.alloc(16 * number(random, 4)),
    () => Buffer.from(Uint32Array.from(some(random, 4, 40, () => spread(random, 1, 90_000))).buffer),
    () =>
      Buffer.from(
        BigUint64Array.from(some(random, 2, 20, () => BigInt(spread(random, 4096, 9_000_000)))).buffer,
      ),
    () => Buffer.from(`${some(random, 3, 30, () => word(random)).join('\0')}\0`),
    () =>
      Buffer.from(
        some(random, 40, 300, () =>
          pick(random, [0x48, 0x8b, 0x89, 0xe8, 0x0f, 0x00, 0xff, 0x24, number(random, 256)]),
        ),
      ),
  ])()

const rows = (bytes, row) =>
  Array.from({ length: bytes.length >> 4 }, (_, i) => row(16 * i, bytes.subarray(16 * i, 16 * i + 16))).join(
    '\n',
  )
const address = (at) => at.toString(16).padStart(8, '0')
const printable = (bytes) => bytes.toString('latin1').replace(/[^\x20-\x7e]/g, '.')

const xxd = (bytes) =>
  rows(bytes, (at, row) => `${address(at)}: ${row.toString('hex').replace(/.{4}/g, '$& ')} ${printable(row)}`)

const hexdump = (bytes) =>
  rows(bytes, (at, row) => {
    const pairs = row.toString('hex').replace(/../g, '$& ')
    return `${address(at)}  ${pairs.slice(0, 24)} ${pairs.slice(24)} |${printable(row)}|`
  })

const od = (bytes) =>
  rows(
    bytes,
    (at, row) => `${at.toString(8).padStart(7, '0')} ${row.toString('hex').replace(/.{4}/g, '$& ').trim()}`,
  )

const pem = (random) =>
  `-----BEGIN CERTIFICATE-----\nMII${linesOf(random, 1200, () => base64(random, 64))}-----END CERTIFICATE-----`

function webToken(random) {
  const head = { alg: 'RS256', typ: 'JWT', kid: hex(random, 8) }
  const body = { sub: uuid(random), iat: number(random, 10 ** 9), scope: phrase(random, 3) }
  const parts = [head, body].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return [...parts, base64(random, 342).replaceAll('+', '-').replaceAll('/', '_')].join('.')
}

/** Mappings of source maps: short groups of base64 digits. */
function mappings(random, chars) {
  let text = ''
  while (text.length < chars) {
    text += `${some(random, 1, 5, () => pick(random, 'ACDEGIKMOQSUWYaceg')).join('')}${pick(random, [',', ',', ',', ';', ';AACA,'])}`
  }
  return text
}
