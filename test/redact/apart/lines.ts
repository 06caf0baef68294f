import { createRandom, type Random } from '../../support/random.ts'
import { bare, drawn, placed } from './vendors.ts'

/** A line as a tool prints it, and the secret in it. */
export interface SecretLine {
  vendor: string
  line: string
  secret: string
}

/** Where a secret that says what it is may stand. `@` is the secret. */
const places = [
  'export SERVICE_TOKEN=@',
  '> Authorization: Bearer @',
  'origin\thttps://x-access-token:@@git.example.com/org/app.git (push)',
  '2026-05-01T10:00:00.1234567Z ##[debug]deploying with @ to production',
  '  "apiKey": "@",',
  '    api_key: @',
  '      + api_token = "@"',
  "+ curl -sS -H 'X-Api-Key: @' https://api.example.com/v1/items",
  'root  4711  0.0  0.1  12345  6789 ?  Ss  10:00  0:00 /usr/bin/agent --token=@ --verbose',
  'Error: 401 Unauthorized, the key @ is not valid at Client.request (/app/client.js:12:34)',
  'GET https://api.example.com/v1/items?limit=5&access_token=@ HTTP/1.1',
  '@',
  "{'ok': True, 'value': '@'}",
  'level=info msg="client ready" using=@ region=eu',
  '{"log":"got @\\n","stream":"stdout"}',
  'echo @ | app login --stdin',
  '  value: "@"',
  '| 17 | bob | @ | active |',
]

/** Places that hold only what looks like one word. */
const isWord = (secret: string): boolean => !/[\s:/@|]/.test(secret)

/** All secrets of a seed, each in lines of two kinds. */
export function secretLines(seed: number): SecretLine[] {
  const random = createRandom(seed)
  return [...bareLines(random), ...placedLines(random)]
}

function bareLines(random: Random): SecretLine[] {
  return Object.entries(bare).flatMap(([vendor, forms]) =>
    forms.flatMap((form) => {
      const secret = drawn(form, random)
      const fit = places.filter((_, at) => isWord(secret) || at !== 2)
      const first = random.below(fit.length)
      const second = (first + 1 + random.below(fit.length - 1)) % fit.length
      return [first, second].map((at) => ({ vendor, secret, line: put(fit[at], secret) }))
    }),
  )
}

const put = (place: string, secret: string): string => {
  const at = place.indexOf('@')
  return place.slice(0, at) + secret + place.slice(at + 1)
}

function placedLines(random: Random): SecretLine[] {
  return Object.entries(placed).flatMap(([vendor, forms]) =>
    forms.map((form) => {
      const line = drawn(form, random)
      const start = line.indexOf('«')
      const end = line.indexOf('»')
      const secret = line.slice(start + 1, end)
      return { vendor, secret, line: line.slice(0, start) + secret + line.slice(end + 1) }
    }),
  )
}

/** Whether a vendor belongs to the half that nobody tunes rules on. Every second one, in the order of the alphabet. */
export const isHeldOut = (vendor: string): boolean =>
  [...Object.keys(bare), ...Object.keys(placed)].sort().indexOf(vendor) % 2 === 1

/** The end of a secret, without padding: a text that has it shows the secret. */
export const tellingEnd = (secret: string): string => secret.replace(/[=\W]+$/, '').slice(-8)
