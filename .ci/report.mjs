// Prints what failed in a run of the suites, and as the last line how many tests passed and failed.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const [directory, ...suites] = process.argv.slice(2)
const failedSteps = linesOf('failed')
let passed = 0
let failed = 0
for (const name of suites) report(name)
for (const step of failedSteps) console.log(`failed: ${step}`)
if (failed === 0) failed = failedSteps.length
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function report(name) {
  let found
  try {
    found = JSON.parse(readFileSync(`${directory}/${name}.json`, 'utf8'))
  } catch {
    failedSteps.push(`the suites of ${name}: no report`)
    return
  }
  passed += found.numPassedTests
  failed += found.numFailedTests
  console.log(`${name}: ${found.numPassedTests} passed, ${found.numFailedTests} failed`)
  for (const { name: file, assertionResults, message } of found.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') console.log(`failed: ${file}: ${fullName}\n${shortened(failureMessages.join('\n'))}`)
    if (message) console.log(`failed: ${file}\n${shortened(message)}`)
  }
  if (!found.success && found.numFailedTests === 0) console.log(errorsIn(`${name}.log`))
}

/** What the runner says of errors that belong to no test. */
function errorsIn(log) {
  const lines = linesOf(log).map((line) => stripVTControlCharacters(line))
  const at = lines.findIndex((line) => /Unhandled|Failed Suites|Startup Error/.test(line))
  return at < 0 ? lines.slice(-20).join('\n') : lines.slice(at, at + 40).join('\n')
}

function shortened(text) {
  return text.split('\n').slice(0, 12).join('\n').slice(0, 2000)
}

function linesOf(name) {
  const path = `${directory}/${name}`
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}
