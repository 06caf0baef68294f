// Node's own test runner, and the ways in which Node itself fails.
import { nodeTests, pack, passTests, range, serve } from './passing.mjs'

const brokenTests = (project, folder, files, at, broken) =>
  range(files).map((n) => {
    const path = `${folder}/unit-${String(n).padStart(2, '0')}.test.js`
    project.write(path, nodeTests(`unit ${n}`, 12, n === at ? { 5: broken } : {}))
    return path
  })

/** A program that prints a lot before and after it runs `body`. */
const busyProgram = (body, before, after) => `
const say = (n) => console.log('step ' + n + ': error_count=0 failed=0 queue=' + (n * 31 % 97) + ' ok')
for (let n = 0; n < ${before}; n++) say(n)
process.on('exit', () => { for (let n = 0; n < ${after}; n++) say(${before} + n) })
${body}
`

export const logs = [
  {
    name: 'node-test-tap',
    tool: 'node --test',
    make(project) {
      const broken = {
        title: 'keeps nothing after a reset',
        body: "assert.deepEqual(['late'], [], 'one entry is left after the reset')",
      }
      const paths = brokenTests(project, 'test', 14, 6, broken)
      project.run('node', ['--test', '--test-reporter=tap', ...paths], { fails: true })
      pack(project, 'coverage', 600)
      return { required: ['- keeps nothing after a reset', 'one entry is left after the reset'] }
    },
  },
  {
    name: 'node-test-spec',
    tool: 'node --test',
    make(project) {
      serve(project, 1200)
      const broken = {
        title: 'adds up a month',
        body: 'assert.strictEqual([19, 23].reduce((a, b) => a - b), 42)',
      }
      const paths = brokenTests(project, 'test', 16, 7, broken)
      project.run('node', ['--test', '--test-reporter=spec', ...paths], { fails: true })
      pack(project, 'coverage', 1000)
      passTests(project, 'smoke', 4)
      return { required: ['adds up a month', '-4 !== 42'] }
    },
  },
  {
    name: 'node-crash',
    tool: 'node',
    make(project) {
      serve(project, 1500)
      const body = 'const plan = { stages: undefined }\nplan.stages.map((stage) => stage.name)'
      project.write('planner.js', busyProgram(body, 700, 900))
      project.run('node', ['planner.js'], { fails: true })
      serve(project, 900)
      return {
        required: ["TypeError: Cannot read properties of undefined (reading 'map')"],
        decisive: ['planner.js:6'],
      }
    },
  },
  {
    name: 'node-unhandled-rejection',
    tool: 'node',
    make(project) {
      const body = "Promise.reject(new RangeError('page 19 of 12 was asked for'))"
      project.write('pager.js', busyProgram(body, 900, 600))
      project.run('node', ['pager.js'], { fails: true })
      serve(project, 1200)
      return { required: ['RangeError: page 19 of 12 was asked for'] }
    },
  },
  {
    name: 'node-assert-diff',
    tool: 'node assert',
    make(project) {
      pack(project, 'fixtures', 800)
      const body = `require('node:assert').deepStrictEqual(
  { host: 'db', port: 8081, tls: true, pool: { min: 1, max: 4 } },
  { host: 'db', port: 8080, tls: true, pool: { min: 1, max: 4 } })`
      project.write('config.check.js', busyProgram(body, 300, 500))
      project.run('node', ['config.check.js'], { fails: true })
      passTests(project, 'smoke', 10, 'tap')
      return { required: ['port: 8081', 'port: 8080'] }
    },
  },
  {
    name: 'node-missing-module',
    tool: 'node',
    make(project) {
      passTests(project, 'unit', 8, 'tap')
      project.write('lib/index.js', "exports.tariff = require('./tariffs/winter')\n")
      project.write('start.js', "require('./lib/index')\n")
      pack(project, 'logs', 1000)
      project.run('node', ['start.js'], { fails: true })
      return { required: ["Cannot find module './tariffs/winter'"] }
    },
  },
]
