import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

declare module 'vitest' {
  export interface ProvidedContext {
    backend: 'wasm' | 'js'
    /** True in the deep suite. */
    thorough: boolean
    /** Shifts the seeds of all random tests. */
    seed: number
  }
}

/** `PITH_SEED` tries other random cases than usual. */
export const seed = Number(process.env.PITH_SEED ?? 1)
/** With this in the environment, an error inside pith fails a test, also one in a process that it starts. */
export const loud = { PITH_NET: 'throw' }

/** Suites of what never scans, or only through what others hold against both scanners: once is enough. */
export const withoutScanner = [
  'test/{assembly,bench,build,cli,docs,hash,install,mcp,plain,plugins,runtimes,store}/**',
  'test/node/{child-process,decode-lines,event-log,line-index-cache,line-index-files}.test.ts',
  'test/node/{read-at,run-command,search}.test.ts',
  'test/core/judge/**',
  'test/text/graphemes.test.ts',
  'test/fold/{terminal,terminal-sessions,view-map}.test.ts',
  'test/scan/token-units.test.ts',
  'test/signal/**',
  'test/plan/**',
  'test/hostile.test.ts',
  'test/events/**',
  'test/budget/**',
  'test/logs.test.ts',
  'test/profiles/**',
  'test/tools/**',
  'test/passing.test.ts',
  'test/{errors,names,settings,suites}.test.ts',
  'test/tokens/{pieces,counter,cache,gpt,hugging-face,scripts,weights}.test.ts',
  'test/fit/{counted,token-search}.test.ts',
  'test/redact/**',
  'test/recover.test.ts',
]

/** Suites that run here on WebAssembly only, and on JavaScript in the deep suite. */
export const onceHere = [
  'test/{check,collect,engine,fit,net,node,render,result,structure,tokens}/**/*.test.ts',
  'test/{chunking,contract,properties,sequences}.test.ts',
  'test/fold/{fits,results,snapshots}.test.ts',
]

/** Suites that only the deep suite runs, because they start many processes, wait, or try very many cases. */
export const onlyDeep = [
  'test/bench/{peers,purpose,structure}.test.ts',
  'test/budget/allocate.test.ts',
  'test/build/{ci,stale}.test.ts',
  'test/cli/{artifacts,code-cache,completion,config,doctor,events,gc}.test.ts',
  'test/cli/{list-artifacts,other-output,output,profile,project-config,read,recover,redact}.test.ts',
  'test/cli/{hook,hook-codex,hook-redaction,install,npx,since}.test.ts',
  'test/cli/{s3-store,show,show-found,show-pages,show-units,terminal,tokenizer,view,visible}.test.ts',
  'test/cli/{command-rules,watched-log,written-events}.test.ts',
  'test/core/judge/linear.test.ts',
  'test/collect/{bounded-maps,pieces,regressions}.test.ts',
  'test/engine/recut-places.test.ts',
  'test/fit/{counted,whole,whole-returns,worth}.test.ts',
  'test/fold/{hostile,places,repeats-results}.test.ts',
  'test/hostile.test.ts',
  'test/install/part.test.ts',
  'test/net/command.test.ts',
  'test/net/doors.test.ts',
  'test/net/last-resort.test.ts',
  'test/net/{lists,lossy}.test.ts',
  'test/node/{callers-bytes,child-process,event-log,file-pages,hostile-stores,run-command,truncate-file}.test.ts',
  'test/node/{polled-pipe,search}.test.ts',
  'test/plan/floor.test.ts',
  'test/profiles/{attractor-truth,zdx-rules}.test.ts',
  'test/runtimes/{node,package,packed}.test.ts',
  'test/node/{grep/grep-files,web/fetch-url}.test.ts',
  'test/scan/edges.test.ts',
  'test/signal/linear/matcher.test.ts',
  'test/store/hostile.test.ts',
  'test/store/files/{faults,full-disk,gc,killed,line-index,many,real-faults}.test.ts',
  'test/store/s3.test.ts',
  'test/store/s3/{capped,faults}.test.ts',
  'test/structure/{bad-input,colours,html,irregular,markdown,xml}.test.ts',
  'test/tokens/gpt.test.ts',
  'test/tools/{bad-input,bash-stream,exact-counters,other-output,output-decoder,tool-output-async}.test.ts',
  'test/tools/page/{page,sequences}.test.ts',
]

/** Suites of the files that a browser gives a site. */
export const ofBrowsers = ['test/store/opfs.test.ts', 'test/store/opfs/!(absent).test.ts']

/** Suites that put something in a module's place, or load it afresh: each needs modules of its own. */
export const replacing = readdirSync(new URL('test', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')))

const project = (backend: 'wasm' | 'js', exclude: string[]) => ({
  test: {
    name: backend,
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/{adapters,agents,browser,deep,runtimes/others,store/s3/real}/**',
      ...ofBrowsers,
      ...onlyDeep,
      ...replacing,
      ...exclude,
    ],
    environment: 'node' as const,
    env: loud,
    // Modules are loaded once for all suites of a worker: loading them again for each takes a quarter of the time.
    isolate: false,
    setupFiles: ['test/support/seeds.ts'],
    provide: { backend, thorough: false, seed },
    // These end a test that hangs, and no other one, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

const apart = {
  test: {
    name: 'apart',
    include: replacing,
    exclude: onlyDeep,
    environment: 'node' as const,
    env: loud,
    setupFiles: ['test/support/seeds.ts'],
    provide: { backend: 'wasm' as const, thorough: false, seed },
    // These end a test that hangs, and no other one, however busy the machine is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  // Most tests make much that is garbage at once.
  test: {
    maxWorkers: 2,
    execArgv: ['--max-semi-space-size=64'],
    projects: [project('wasm', []), project('js', [...withoutScanner, ...onceHere]), apart],
  },
})
