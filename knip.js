import { PLUGINS, sources, THREADS } from './build/entries.mjs'

export default {
  entry: [
    ...sources,
    ...THREADS,
    ...PLUGINS,
    'src/cli/commands.ts',
    'src/agents/mcp/sdk-shims.ts',
    'assembly/index.ts',
    'build/*.mjs',
    'bench/{sizes,select/learn}.mjs',
    'bench/session/ab.trials.ts',
    'bench/page/src/main.ts',
    'bench/page/src/worker.ts',
    'bench/linear/*.test.ts',
    'bench/page/vite.config.ts',
    'test/**/*.test.ts',
  ],
  ignore: ['test/adapters/programs/**'],
  project: [
    'src/**/*.ts',
    'assembly/**/*.ts',
    'build/*.mjs',
    'bench/**/*.{mjs,ts}',
    'test/**/*.ts',
    '*.ts',
  ],
  // Installed in .ci/runtimes.
  ignoreDependencies: ['webpack', 'rollup', '@rollup/plugin-node-resolve'],
  // The build puts it in dist.
  ignoreUnresolved: ['./pith.wasm'],
  ignoreBinaries: ['ceph', 'fish', 'man', 'mkfifo', 'mount', 'pgrep', 'script', 'setpriv', 'sqlite3', 'umount', 'unshare'],
  ignoreExportsUsedInFile: { interface: true, type: true },
}
