import { expect, it } from 'vitest'
import { testNameIn } from '../../src/core/judge/test-name.ts'

it.each<[string, string]>([
  ['--- FAIL: TestRing (0.00s)', 'TestRing'],
  ['FAIL test/ring.test.js', 'test/ring.test.js'],
  ['  ● ring › draws', 'ring › draws'],
  ['✕ draws a ring (3 ms)', 'draws a ring'],
  ['not ok 3 - draws a ring', 'draws a ring'],
  ['FAIL: test_draw (ring.Tests)', 'test_draw (ring.Tests)'],
  ['____________ test_draw ____________', 'test_draw'],
  ['[  FAILED  ] Ring.Draws (0 ms)', 'Ring.Draws'],
  ['1) RingTest::testDraw', 'RingTest::testDraw'],
  ['FAILED ring/test_draw.py::test_draw - ValueError: no ring', 'ring/test_draw.py::test_draw'],
  ['[ERROR] app.RingTest.draws -- Time elapsed: 0.012 s <<< FAILURE!', 'app.RingTest.draws'],
  ['test ring::draws ... FAILED', 'ring::draws'],
])('the failed test of %s', (text, name) => {
  expect(testNameIn(text)).toBe(name)
})

it.each(['[ERROR] Tests run: 1, Failures: 1', 'FAILED 3 tests', 'draws a ring'])('none in: %s', (text) => {
  expect(testNameIn(text)).toBeUndefined()
})
