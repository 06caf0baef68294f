import { defineConfig } from 'vitest/config'
import { loud, withoutScanner as neverScans, onceHere, onlyDeep, replacing, seed } from './vitest.config.ts'

/** Suites that depend on the scanner: long ones, and those that `npm test` runs on one backend. */
const ofScanners = [
  'test/deep/{contract,giant-line,hostile,hostile-folding,large-file,memory,scan,store}.test.ts',
  'test/chunking.test.ts',
  'test/core/scan/select.test.ts',
  'test/collect/*.test.ts',
  'test/fold/alike.test.ts',
  'test/fold/repeats*.test.ts',
  'test/fold/terminal*.test.ts',
  'test/fit/whole-returns.test.ts',
  'test/node/{file,file-ends,redacted-pages,truncate-file}.test.ts',
  'test/scan/encode.test.ts',
  'test/scan/{differential,tokens}.test.ts',
]

/** Suites whose longer forms need one backend only. */
const withoutScanner = [
  'test/deep/{problems,shell*,structure,yaml}.test.ts',
  'test/deep/mcp/*.test.ts',
  'test/{hostile,recover,sequences}.test.ts',
  'test/cli/{filter,run}.test.ts',
  'test/engine/{purpose-laws,query,recut-law,recut-places}.test.ts',
  'test/fold/{controls,fits}.test.ts',
  'test/net/faults.test.ts',
  'test/structure/{problems,json,json-path,markdown,rarity}.test.ts',
  'test/{profiles/zdx-paging,redact/hidden,redact/redact}.test.ts',
  'test/text/graphemes.test.ts',
  'test/tools/{bash,bash-stream,legacy-text,other-output}.test.ts',
  'test/tools/page/{redacted,sequences}.test.ts',
  'test/store/files/{crashes,crowd,killed,line-index}.test.ts',
]

/** Suites that need modules of their own, or a process in which nothing else holds memory. */
const isApart = (pattern: string) => pattern.startsWith('test/deep/') || replacing.includes(pattern)

const project = (backend: 'wasm' | 'js', isolate: boolean) => {
  const once = backend === 'wasm' ? withoutScanner : [...onceHere, ...replacing]
  const all = [...ofScanners, ...onlyDeep, ...once]
  return {
    test: {
      name: isolate ? `${backend} apart` : backend,
      include: all.filter((pattern) => isApart(pattern) === isolate),
      // What never scans needs no second backend, nor do longer forms that need only one.
      exclude: [
        ...(backend === 'js' ? [...neverScans, ...withoutScanner] : []),
        ...(isolate ? [] : replacing),
      ],
      environment: 'node' as const,
      env: loud,
      // Else modules are loaded once for all suites of a worker.
      isolate,
      setupFiles: ['test/support/seeds.ts'],
      // What JavaScript does otherwise than the kernels shows in few cases.
      provide: { backend, thorough: backend === 'wasm', seed },
      testTimeout: 900_000,
      hookTimeout: 300_000,
    },
  }
}

/** Suites that need a server, which starts when one of them does. */
const objectStore = {
  test: {
    name: 'object store',
    include: ['test/store/s3/real/*.test.ts'],
    environment: 'node' as const,
    env: loud,
    globalSetup: 'test/store/s3/real/global-setup.ts',
    provide: { seed },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      ...[true, false].flatMap((isolate) => [project('wasm', isolate), project('js', isolate)]),
      objectStore,
    ],
  },
})
