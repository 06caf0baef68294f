// A reporter of vitest: one line of JSON for each thing that happens, so that a run that is killed is known as well.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

const tell = (event) => appendFileSync(process.env.CI_RESULTS, `${JSON.stringify(event)}\n`)
const nameOf = ({ project, moduleId }) => ({ project: project.name, file: relative('', moduleId) })
const messages = (errors = []) => errors.map(({ stack, message }) => String(stack ?? message))

export default class {
  onTestRunStart(files) {
    for (const each of files) tell({ event: 'planned', ...nameOf(each) })
  }

  onTestModuleStart(module) {
    tell({ event: 'started', ...nameOf(module) })
  }

  onTestModuleEnd(module) {
    const all = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }))
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      module.diagnostic()
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
    tell({
      event: 'ended',
      ...nameOf(module),
      seconds:
        (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
      passed: all.filter(({ state }) => state === 'passed').length,
      failed: all
        .filter(({ state }) => state === 'failed')
        .map(({ name, errors }) => ({ name, errors: messages(errors) })),
      skipped: all.filter(({ note }) => note).map(({ name, note }) => ({ name, note })),
      errors: messages([...module.errors(), ...suites]),
    })
  }

  onTestRunEnd(_, errors) {
    for (const error of errors) {
      const file = error.VITEST_TEST_PATH && relative('', error.VITEST_TEST_PATH)
      tell({ event: 'error', file, errors: messages([error]) })
    }
    tell({ event: 'complete' })
  }
}
