// Output of test runners.
import { lined } from './kind.mjs'
import {
  hex,
  identifier,
  javaClass,
  number,
  path,
  phrase,
  pick,
  seconds,
  some,
  spread,
  typeName,
  word,
} from './lexicon.mjs'

export function tests() {
  const fitted = { vitest, pytest, 'go test': goTest, TAP: tap, 'JUnit XML': junit }
  const unseen = {
    jest,
    mocha,
    rspec,
    'cargo test': cargoTest,
    PHPUnit: phpunit,
    ctest,
    'coverage table': coverage,
    'TeamCity messages': teamcity,
    'pytest failures': pytestFailure,
    Cucumber: cucumber,
  }
  return [
    ...Object.entries(fitted).map(([kind, lineOf]) => lined({ kind, fitted: true }, lineOf)),
    ...Object.entries(unseen).map(([kind, lineOf]) => lined({ kind }, lineOf)),
  ]
}

const stem = (random) => path(random).replace(/\.\w+$/, '')
const underscored = (random, words) => phrase(random, words).replaceAll(' ', '_')

function vitest(random) {
  return pick(random, [
    () => ` ✓ ${stem(random)}.test.ts (${spread(random, 1, 90)} tests) ${spread(random, 1, 900)}ms`,
    () => `   ✓ ${word(random)} > ${phrase(random, 6)} ${spread(random, 1, 900)}ms`,
    () =>
      ` ❯ ${stem(random)}.test.ts (${spread(random, 1, 90)} tests | ${number(random, 9)} failed) ${spread(random, 1, 900)}ms`,
    () =>
      `   × ${word(random)} > ${phrase(random, 6)} ${spread(random, 1, 900)}ms\n     → expected ${number(random, 99)} to be ${number(random, 99)} // Object.is equality`,
    () => ` ❯ ${identifier(random)} ${stem(random)}.ts:${spread(random, 1, 900)}:${spread(random, 1, 90)}`,
    () =>
      `AssertionError: expected { ${identifier(random)}: '${word(random)}' } to deeply equal { ${identifier(random)}: '${word(random)}' }\n\n- Expected\n+ Received\n\n  {\n-   "${identifier(random)}": ${number(random, 90)},\n+   "${identifier(random)}": ${number(random, 90)},\n  }`,
  ])()
}

const pytest = (random) =>
  pick(random, [
    () =>
      `tests/${stem(random)}.py::Test${typeName(random)}::test_${underscored(random, 4)} PASSED${' '.repeat(number(random, 20))}[${String(number(random, 100)).padStart(3)}%]`,
    () =>
      `tests/test_${word(random)}.py::test_${underscored(random, 3)}[${word(random)}-${number(random, 90)}] PASSED [${String(number(random, 100)).padStart(3)}%]`,
    () =>
      `tests/test_${word(random)}.py ${'.'.repeat(number(random, 50))}F${'.'.repeat(number(random, 20))}s [ ${number(random, 100)}%]`,
    () =>
      `FAILED tests/test_${word(random)}.py::test_${underscored(random, 3)} - AssertionError: assert ${number(random, 99)} == ${number(random, 99)}`,
    () =>
      `${number(random, 9)}.${number(random, 99)}s call     tests/test_${word(random)}.py::test_${underscored(random, 4)}`,
  ])()

function goTest(random) {
  const name = `Test${typeName(random)}/${underscored(random, 3)}`
  return pick(random, [
    () => `=== RUN   ${name}\n    --- PASS: ${name} (${seconds(random)}s)`,
    () =>
      `--- FAIL: ${name} (${seconds(random)}s)\n    ${word(random)}_test.go:${spread(random, 9, 900)}: got ${number(random, 99)}, want ${number(random, 99)}`,
    () => `=== PAUSE ${name}\n=== CONT  ${name}`,
    () =>
      `ok  \tgithub.com/${word(random)}/${word(random)}/${word(random)}\t${seconds(random)}s\tcoverage: ${(random() * 100).toFixed(1)}% of statements`,
    () => `?   \tgithub.com/${word(random)}/${word(random)}/${word(random)}\t[no test files]`,
  ])()
}

const tap = (random, line) =>
  random() < 0.8
    ? `ok ${line} - ${phrase(random, 6)}${random() < 0.3 ? ` # time=${spread(random, 1, 900)}ms` : ''}`
    : `not ok ${line} - ${phrase(random, 5)}\n  ---\n  operator: equal\n  expected: ${number(random, 99)}\n  actual:   ${number(random, 99)}\n  at: ${identifier(random)} (${path(random)}:${number(random, 900)}:${number(random, 90)})\n  ...`

const junit = (random) =>
  random() < 0.8
    ? `    <testcase name="${phrase(random, 5)}" classname="${javaClass(random)}Test" time="${random().toFixed(3)}"/>`
    : `    <testcase name="${underscored(random, 4)}" classname="${javaClass(random)}" time="${random().toFixed(3)}">\n      <failure message="${phrase(random, 5)}" type="org.junit.ComparisonFailure"><![CDATA[expected:&lt;${number(random, 99)}&gt; but was:&lt;${number(random, 99)}&gt;\n\tat ${javaClass(random)}.${identifier(random)}(${typeName(random)}.java:${number(random, 900)})]]></failure>\n    </testcase>`

const jest = (random) =>
  pick(random, [
    () =>
      `${pick(random, ['PASS', 'PASS', 'FAIL'])} packages/${stem(random)}.spec.tsx (${seconds(random)} s)`,
    () => `    ✓ ${phrase(random, 7)} (${spread(random, 1, 900)} ms)`,
    () => `    ✕ ${phrase(random, 7)} (${spread(random, 1, 900)} ms)`,
    () =>
      `  ● ${typeName(random)} › ${phrase(random, 5)}\n\n    expect(received).toEqual(expected) // deep equality\n\n    Expected: "${word(random)}"\n    Received: "${word(random)}"\n\n      ${number(random, 90)} |     const ${identifier(random)} = render(<${typeName(random)} ${identifier(random)}={${identifier(random)}} />)\n    > ${number(random, 90)} |     expect(${identifier(random)}).toEqual(${identifier(random)})\n         |                    ^`,
  ])()

const mocha = (random) =>
  pick(random, [
    () => `\n  ${typeName(random)}`,
    () => `    ✔ should ${phrase(random, 6)}${random() < 0.2 ? ` (${number(random, 300)}ms)` : ''}`,
    () => `    ${number(random, 30)}) should ${phrase(random, 5)}`,
    () =>
      `      at Context.<anonymous> (test/${path(random)}:${number(random, 900)}:${number(random, 60)})\n      at process.processImmediate (node:internal/timers:${number(random, 900)}:21)`,
  ])()

const rspec = (random) =>
  pick(random, [
    () =>
      `  #${identifier(random)}\n    ${phrase(random, 6)}\n    ${phrase(random, 5)} (FAILED - ${number(random, 20)})`,
    () =>
      `     Failure/Error: expect(${identifier(random)}.${identifier(random)}).to eq(${number(random, 99)})\n\n       expected: ${number(random, 99)}\n            got: nil`,
    () =>
      `rspec ./spec/${stem(random)}_spec.rb:${number(random, 900)} # ${typeName(random)} ${phrase(random, 5)}`,
    () => `     # ./lib/${stem(random)}.rb:${number(random, 900)}:in \`block (2 levels) in <top (required)>'`,
  ])()

const cargoTest = (random) =>
  pick(random, [
    () => `test ${word(random)}::tests::${identifier(random)}_${word(random)} ... ok`,
    () =>
      `test ${word(random)}::${word(random)}::test_${underscored(random, 3)} ... ${pick(random, ['ok', 'FAILED', 'ignored'])}`,
    () =>
      `---- ${word(random)}::tests::${underscored(random, 3)} stdout ----\nthread '${word(random)}::tests' panicked at src/${word(random)}.rs:${number(random, 900)}:${number(random, 60)}:\nassertion \`left == right\` failed\n  left: ${typeName(random)}(${number(random, 99)})\n right: ${typeName(random)}(${number(random, 99)})`,
    () =>
      `test result: ok. ${number(random, 300)} passed; 0 failed; ${number(random, 9)} ignored; 0 measured; 0 filtered out; finished in ${seconds(random)}s\n\n     Running unittests src/lib.rs (target/debug/deps/${word(random)}-${hex(random, 16)})`,
  ])()

const phpunit = (random, line) =>
  random() < 0.5
    ? `${'.'.repeat(30 + number(random, 30))}${pick(random, ['F', 'E', 'S', '.'])} ${String(line * 61).padStart(4)} / 9000 (${String(number(random, 100)).padStart(3)}%)`
    : `${number(random, 30)}) App\\Tests\\${typeName(random)}\\${typeName(random)}Test::test${typeName(random)}\nFailed asserting that ${phrase(random, 3)} is true.\n\n/app/tests/${stem(random)}.php:${number(random, 900)}`

const ctest = (random, line) =>
  `        Start ${String(line).padStart(3)}: ${word(random)}_${word(random)}_test\n${String(line).padStart(3)}/900 Test #${line}: ${`${word(random)}_${word(random)}_test `.padEnd(34, '.')}   ${pick(random, ['Passed', 'Passed', '***Failed', '***Timeout'])}   ${seconds(random)} sec`

const coverage = (random) =>
  ` ${path(random).slice(-30).padEnd(32)} | ${some(random, 4, 4, () => String((random() * 100).toFixed(2)).padStart(8)).join(' | ')} | ${some(random, 0, 6, () => `${number(random, 900)}-${number(random, 900)}`).join(',')}`

const teamcity = (random) => {
  const name = `${javaClass(random)}.${identifier(random)}`
  return `##teamcity[testStarted name='${name}' locationHint='java:test://${name}']\n##teamcity[test${pick(random, ['Finished', 'Failed'])} name='${name}' duration='${spread(random, 1, 9000)}' message='${phrase(random, 4)}|n']`
}

const pytestFailure = (random) =>
  `_______________ test_${underscored(random, 3)} _______________\n\nself = <tests.${word(random)}.Test${typeName(random)} object at 0x7f${hex(random, 10)}>\n\n    def test_${underscored(random, 3)}(self):\n        ${identifier(random)} = ${identifier(random)}(${number(random, 99)})\n>       assert ${identifier(random)}.${identifier(random)} == "${word(random)}"\nE       AssertionError: assert '${word(random)}' == '${word(random)}'\nE         - ${word(random)}\nE         + ${word(random)}\n\ntests/test_${word(random)}.py:${number(random, 900)}: AssertionError`

const cucumber = (random) =>
  pick(random, [
    () =>
      `  Scenario: ${phrase(random, 6)}                    # features/${word(random)}.feature:${number(random, 300)}`,
    () =>
      `    ${pick(random, ['Given', 'When', 'Then', 'And'])} ${phrase(random, 8)} # features/step_definitions/${word(random)}_steps.rb:${number(random, 200)}`,
    () => `      | ${word(random)} | ${number(random, 90)} | ${word(random)} |`,
  ])()
