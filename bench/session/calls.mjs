// The calls of a session, as an agent makes them: it looks around, reads, searches, builds, tests, and mends.

const BUILD_STEPS = 900
const TESTS = 700

/**
 * @typedef {object} Call
 * @property {string} group what it is: `listing`, `read`, `search`, `log`, `help`, `failure`, `success`, `server`, `background`
 * @property {string} [command] a command line for a shell
 * @property {string} [in] the folder in which it runs
 * @property {string} [kind] how facts are found in its output, see `../purpose/facts.mjs`
 * @property {string} [file] a file that the agent reads with its own tool
 * @property {number} [rows] a call of the server: so many rows
 * @property {string[]} [facts] texts that must be seen
 */

const shell = (group, folder, kind, command) => ({ group, in: folder, kind, command })
const told = (group, command, facts) => ({ group, in: 'work', command, facts })

/** @type {Call[]} */
export const CALLS = [
  shell('listing', 'repository', 'paths', 'git ls-files'),
  shell('listing', 'repository', 'hashes', 'git ls-tree -r HEAD'),
  shell('listing', 'repository', 'paths', 'find . -type f -not -path "./.git/*"'),
  shell('listing', 'work', 'ls -l', 'ls -la assets'),
  shell('listing', 'repository', 'sizes', 'du -a .'),
  shell('listing', 'repository', 'hashes', 'git log --oneline'),
  shell('listing', 'repository', 'hashes', 'git for-each-ref'),
  shell('listing', 'data', 'sizes', 'wc -c ../repository/*/* ../data/*'),
  shell('read', 'repository', 'source', 'cat src/blamed.ts'),
  shell('read', 'data', 'markdown', 'cat plan.md'),
  shell('read', 'data', 'settings', 'cat app.ini'),
  shell('read', 'data', 'csv', 'cat table.csv'),
  shell('read', 'data', 'records', 'cat records.json'),
  shell('read', 'data', 'numbered', "nl -ba schema.sql | sed -n '1,300p'"),
  { group: 'read', in: 'data', kind: 'markdown', file: 'plan.md' },
  { group: 'read', in: 'data', kind: 'settings', file: 'values.yaml' },
  shell('search', 'repository', 'grep', 'grep -rn export src'),
  shell('search', 'data', 'log', 'grep WARN app.log'),
  shell('search', 'repository', 'diff', 'git diff HEAD~20 HEAD'),
  shell('search', 'repository', 'git log', 'git log --stat -40'),
  shell('search', 'repository', 'blame', 'git blame src/blamed.ts'),
  shell('search', 'repository', 'lines', 'git status --short -uall'),
  shell('search', 'repository', 'diff', 'git show HEAD'),
  shell('log', 'data', 'log', 'tail -n 300 app.log'),
  shell('log', 'data', 'log', 'cat access.log'),
  shell('help', 'data', 'help', 'git help log | cat'),
  shell('help', 'data', 'help', 'node --help'),
  told('failure', 'make all', ["src/net/pool.c:217:14: error: 'struct pool' has no member named 'limit'"]),
  told('failure', 'npm test', [
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    'test/rates.test.js:31:10',
  ]),
  told('failure', 'npx eslint .', ['src/orders/total.ts', "'rate' is assigned a value but never used"]),
  told('failure', 'kubectl apply -f app.yaml', ['exec /srv/app/start: permission denied']),
  told('failure', 'npx tsc --noEmit', ["src/api/user.ts(88,5): error TS2741: Property 'email' is missing"]),
  told('failure', 'python3 manage.py test', ["KeyError: 'currency'", 'app/billing/invoice.py", line 142']),
  told('success', 'pytest -v', [`# pass ${TESTS}`]),
  told('success', 'vite build', ['built in 41.20s']),
  told('success', 'npm install', ['added 1312 packages']),
  { group: 'server', rows: 2000, facts: ['error: no such table: users'] },
  { group: 'server', rows: 300, facts: ['error: no such table: users', 'row 300 of the table'] },
  told('background', 'make all >build.log 2>&1; cat build.log', [
    "src/net/pool.c:217:14: error: 'struct pool' has no member named 'limit'",
  ]),
  told('background', 'node server.js >server.log 2>&1; tail -n 400 server.log', [
    'ERROR connection to 10.0.0.7:5432 refused',
  ]),
]

const lines = (count, make) => Array.from({ length: count }, (_, i) => make(i))
const FILES = ['orders', 'net', 'api', 'store', 'view', 'auth', 'jobs', 'mail']
const fileAt = (i, end) => `src/${FILES[i % FILES.length]}/part${i}.${end}`
const compiled = (i) => `[${i + 1}/${BUILD_STEPS}] CC ${fileAt(i, 'o')}`

/** The programs of the session: their first word or two, their status, and what they print. */
export const PROGRAMS = {
  'make all': [
    2,
    ...lines(400, compiled),
    'src/net/pool.c: In function ‘take’:',
    "src/net/pool.c:217:14: error: 'struct pool' has no member named 'limit'",
    '  217 |   if (pool->limit < count)',
    '      |           ^~',
    'make[1]: *** [Makefile:88: src/net/pool.o] Error 1',
    ...lines(60, (i) => compiled(401 + i)),
    'make: *** [Makefile:12: all] Error 2',
  ],
  'npm test': [
    1,
    ...lines(420, (i) => `ok ${i + 1} - rates of ${fileAt(i, 'ts')} are added (${1 + (i % 7)}.${i % 10} ms)`),
    'not ok 421 - rates of two currencies are added',
    '  ---',
    '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    '  4120 !== 4125',
    '      at TestContext.<anonymous> (/srv/app/test/rates.test.js:31:10)',
    '  ...',
    ...lines(
      280,
      (i) => `ok ${i + 422} - rates of ${fileAt(i + 500, 'ts')} are added (${1 + (i % 5)}.${i % 10} ms)`,
    ),
    '# tests 701',
    '# pass 700',
    '# fail 1',
  ],
  'npx eslint': [
    1,
    ...lines(
      240,
      (i) =>
        `${fileAt(i, 'ts')}\n  ${i + 3}:${1 + (i % 40)}  warning  Unexpected any. Specify a different type  no-explicit-any\n`,
    ),
    "src/orders/total.ts\n  41:9  error  'rate' is assigned a value but never used  no-unused-vars\n",
    ...lines(
      60,
      (i) =>
        `${fileAt(i + 300, 'ts')}\n  ${i + 3}:7  warning  Missing return type on function  explicit-function-return-type\n`,
    ),
    '✖ 301 problems (1 error, 300 warnings)',
  ],
  'kubectl apply': [
    1,
    ...lines(
      520,
      (i) =>
        `2026-03-01T10:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}Z info  copied layer sha256:${(i * 2654435761).toString(16).padStart(12, '0')} to node-${i % 9}`,
    ),
    '2026-03-01T10:09:11Z error container app-7 exited with 126: exec /srv/app/start: permission denied',
    ...lines(
      140,
      (i) =>
        `2026-03-01T10:10:${String(i % 60).padStart(2, '0')}Z info  rolled back layer ${i} on node-${i % 9}`,
    ),
    'deployment rolled back',
  ],
  'npx tsc': [
    2,
    ...lines(
      180,
      (i) =>
        `src/view/row${i}.tsx(${i + 4},9): error TS7006: Parameter 'props${i}' implicitly has an 'any' type.`,
    ),
    "src/api/user.ts(88,5): error TS2741: Property 'email' is missing in type '{ name: string; }' but required in type 'User'.",
    ...lines(
      60,
      (i) =>
        `src/view/cell${i}.tsx(${i + 4},9): error TS7006: Parameter 'props${i}' implicitly has an 'any' type.`,
    ),
    'Found 241 errors.',
  ],
  'python3 manage.py': [
    1,
    ...lines(300, (i) => `INFO:billing:invoice ${9000 + i} for customer ${i * 37} has ${1 + (i % 9)} lines`),
    'Traceback (most recent call last):',
    '  File "/srv/app/run.py", line 12, in <module>',
    '    main()',
    '  File "/srv/app/billing/invoice.py", line 142, in total',
    "    return rates[line['currency']]",
    "KeyError: 'currency'",
    ...lines(200, (i) => `INFO:billing:worker ${i % 8} stops after invoice ${9300 + i}`),
  ],
  'pytest -v': [
    0,
    ...lines(TESTS, (i) => `ok ${i + 1} - ${FILES[i % 8]} keeps order ${i * 13} (${1 + (i % 9)} ms)`),
    `# tests ${TESTS}`,
    `# pass ${TESTS}`,
    '# fail 0',
  ],
  'vite build': [
    0,
    ...lines(BUILD_STEPS, compiled),
    'dist/app.js  412.90 kB │ gzip: 118.32 kB',
    'built in 41.20s',
  ],
  'npm install': [
    0,
    ...lines(
      500,
      (i) =>
        `npm http fetch GET 200 https://registry.example.org/${FILES[i % 8]}-${i} ${20 + (i % 400)}ms (cache miss)`,
    ),
    'added 1312 packages, and audited 1313 packages in 38s',
  ],
  'node server.js': [
    0,
    ...lines(
      700,
      (i) =>
        `10:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')} INFO GET /${FILES[i % 8]}/${i * 7} 200 ${i % 90}ms`,
    ),
    '10:11:41 ERROR connection to 10.0.0.7:5432 refused',
    ...lines(
      150,
      (i) =>
        `10:${12 + Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')} INFO GET /${FILES[i % 8]}/${i * 3} 200 ${i % 80}ms`,
    ),
  ],
}
