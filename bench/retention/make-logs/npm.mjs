// npm without a network: workspaces, life cycle scripts, missing packages.
import { nameOf, pack, passTests, range, serve } from './passing.mjs'

const json = (value) => `${JSON.stringify(value, null, 2)}\n`

export const logs = [
  {
    name: 'npm-workspaces',
    tool: 'npm run',
    make(project) {
      project.write('package.json', json({ name: 'shop', private: true, workspaces: ['packages/*'] }))
      for (const n of range(12)) {
        const files = range(60).map((file) => `console.log('  ${nameOf(file)}-${file}.js  ${file * 37} B')`)
        const end = n === 5 ? "console.log('chunk main is 812 KB, 500 KB is the most'); process.exit(3)" : ''
        project.write(`packages/part-${n}/build.js`, `${files.join('\n')}\n${end}\n`)
        const name = `@shop/part-${n}`
        project.write(
          `packages/part-${n}/package.json`,
          json({ name, version: '1.0.0', scripts: { build: 'node build.js' } }),
        )
      }
      project.run('npm', ['run', 'build', '--workspaces'], { fails: true })
      serve(project, 600)
      return { required: ['chunk main is 812 KB, 500 KB is the most'] }
    },
  },
  {
    name: 'npm-install-offline',
    tool: 'npm install',
    make(project) {
      passTests(project, 'unit', 6)
      const dependencies = Object.fromEntries(
        range(30).map((n) => [`shop-part-${n}`, `file:parts/part-${n}`]),
      )
      for (const n of range(30))
        project.write(`parts/part-${n}/package.json`, json({ name: `shop-part-${n}`, version: '1.0.0' }))
      project.write(
        'package.json',
        json({
          name: 'shop',
          version: '1.0.0',
          dependencies: { ...dependencies, 'no-such-tariff-table': '^4.2.0' },
        }),
      )
      pack(project, 'logs', 800)
      project.run('npm', ['install', '--offline', '--loglevel=silly'], { fails: true })
      return { required: ['ENOTCACHED'] }
    },
  },
  {
    name: 'npm-postinstall',
    tool: 'npm install',
    make(project) {
      serve(project, 900)
      const dependencies = Object.fromEntries(
        range(20).map((n) => [`shop-part-${n}`, `file:parts/part-${n}`]),
      )
      for (const n of range(20)) {
        const script = n === 9 ? 'fetch.js' : 'list.js'
        project.write(`parts/part-${n}/list.js`, "for (let n = 0; n < 40; n++) console.log('linked', n)\n")
        project.write(
          `parts/part-${n}/fetch.js`,
          "console.error('libtariff.so.4 was built for arm64, this is x64'); process.exit(1)\n",
        )
        project.write(
          `parts/part-${n}/package.json`,
          json({ name: `shop-part-${n}`, version: '1.0.0', scripts: { postinstall: `node ${script}` } }),
        )
      }
      project.write('package.json', json({ name: 'shop', version: '1.0.0', dependencies }))
      project.run('npm', ['install', '--foreground-scripts', '--loglevel=verbose'], { fails: true })
      pack(project, 'logs', 800)
      return { required: ['libtariff.so.4 was built for arm64, this is x64'] }
    },
  },
]
