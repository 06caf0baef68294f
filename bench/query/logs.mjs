// Two logs with facts that somebody may ask for, each said once among lines about other things.
import { createRandom } from '../random.mjs'

const SEED = 20_261_129

const parts = {
  routes: ['/api/orders', '/api/users/me', '/api/cart', '/login', '/health', '/static/app.js', '/api/search'],
  subjects: [
    'session',
    'order',
    'cache entry',
    'payment',
    'user profile',
    'database row',
    'mail',
    'backup chunk',
  ],
  verbs: ['loaded', 'stored', 'checked', 'queued', 'sent', 'refreshed', 'locked', 'released'],
  files: ['ring', 'login', 'cache', 'pool', 'mail', 'order', 'test_util', 'coverage', 'binary', 'fuzz'],
}

/** Lines of noise with the facts spread evenly among them. */
function withFacts(facts, lines, noise) {
  const every = Math.floor(lines / (facts.length + 1))
  return Array.from({ length: lines }, (_, i) => {
    const fact = i % every === every - 1 ? facts[Math.floor(i / every)] : undefined
    return noise(i, fact)
  }).join('')
}

export function serviceLog() {
  const random = createRandom(SEED)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const facts = [
    'INFO starting build 4.17.2 (commit 9f31c2e)',
    'INFO db: opened, pool size 48, idle 12',
    'WARN login: user 4411 rejected: token signature expired 312 s ago',
    'INFO db: plan changed to sequential scan on orders, 8.4 s',
    'INFO order 88213 was cancelled by support (agent mira)',
    'INFO backup of primary finished: 41 GB in 18 min',
    'WARN smtp mail.example.org:25 refused the connection, message deferred',
    'INFO tls: renewed certificate for shop.example.org, valid until 2027-01-14',
    'INFO cache: flushed 51203 keys on request of ops',
    'WARN worker-7 stopped: heap limit of 512 MB reached',
  ]
  return withFacts(facts, 4000, (i, fact) => {
    const time = new Date(Date.UTC(2026, 2, 1) + i * 1370).toISOString()
    const id = Math.floor(random() * 1e5)
    const usual =
      random() < 0.6
        ? `INFO GET ${pick(parts.routes)} 200 ${Math.floor(random() * 90)} ms`
        : `INFO ${pick(parts.subjects)} ${id} ${pick(parts.verbs)}`
    return `${time} ${fact ?? usual}\n`
  })
}

export function buildLog() {
  const random = createRandom(SEED + 1)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const facts = [
    '-- The C compiler identification is clang version 17.0.6',
    '-- zlib 1.2.11 found, a newer one (1.3.1) exists',
    '-- fuzzers need libfuzzer, which is absent: leaving them out',
    'ccache: 61.2 % hits, 38.8 % misses',
    'note: 17 diagnostics were muted by -Wno-unused',
    'linked bin/ringd (release), 8,412,310 bytes',
    'slowest: ring_resize_storm 41.7 s, ring_copy 12.2 s',
    'lines covered 83.4 %, branches 71.0 %',
    'license check: 214 packages, all allowed',
    'stored 12 objects at s3://ring-builds/main/8841',
  ]
  return withFacts(facts, 3000, (i, fact) => {
    const step = `[${i + 1}/3000]`
    const source = `src/${pick(parts.files)}/${pick(parts.files)}_${Math.floor(random() * 900)}.c`
    const usual =
      random() < 0.8 ? `Building C object ${source}.o` : `Running test ${pick(parts.files)}_${i} ... ok`
    return `${fact ?? `${step} ${usual}`}\n`
  })
}
