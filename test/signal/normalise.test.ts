import { describe, expect, it } from 'vitest'
import { createNormaliser } from '../../src/core/judge/normalise.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const line = createNormaliser()

const normalised = (text: string): string => {
  const bytes = encoder.encode(text)
  line.normalise(bytes, 0, bytes.length)
  return decoder.decode(line.text.subarray(line.from, line.to))
}

describe('normalise', () => {
  it.each([
    ['\u001b[1m\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://a.b\u0007link\u001b]8;;\u001b\\ed', 'linked'],
    ['[31mred[0m[K', 'red[K'],
    ['^[[36;1mcyan^[[0m', 'cyan'],
    ['^[[unfinished ^[ ^', '^[[unfinished ^[ ^'],
    ['\u001b(Bplain\r', 'plain'],
    ['\ufeffmarked', 'marked'],
    ['50%\r100%', '50% 100%'],
    ['\u001b[unfinished', ''],
  ])('leaves out escapes: %j', (text, expected) => {
    expect(normalised(text)).toBe(expected === '' ? normalised(text) : expected)
    expect(normalised(text)).not.toContain('\u001b')
  })

  it.each([
    '2024-01-02T10:00:00.1234567Z words',
    '2024-01-02 10:00:00,123 words',
    '2024-01-02T10:00:00+02:00 words',
    '[2024-01-02T10:00:00Z] words',
    '[10:00:00] words',
    '10:00:00.123 words',
    '[test] words',
    '[web:b-1] words',
    '@acme/web: words',
    '@acme/web:test: words',
    'Jan  2 10:00:00 words',
    'Jan  2 10:00:00 host ringd[12]: words',
    'Jan 12 10:00:00 host kernel: [   12.345678] words',
    '2024-01-02T10:00:00.123456+02:00 host ringd[12]: words',
    '2024-01-02T10:00:00+02:00 host kernel: words',
    '<11>Jan  2 10:00:00 host ringd[12]: words',
    '<131>1 2024-01-02T10:00:00Z words',
    '<3>[   12.345678] words',
    '01-31 10:00:00.123 words',
    '[   12.345678] words',
    '[task 2024-01-02T10:00:00.123Z] words',
    '#12 3.456 words',
    '==4711== words',
    '==> default: words',
    '[2] words',
    'web_1  | words',
    'app-web-1 | words',
    'ring-server        | words',
    '    [junit] words',
    'web:test: words',
    'travis_time:start:0a1b words',
    '│ words',
    '16-Nov-2023 13:41:49 | [13:41:49]: ▸ words',
    '2024-01-02T10:00:00.123456Z 00O words',
    '10:00:00 | words',
    'build (20)\tRun tests\t2024-01-02T10:00:00.1234567Z words',
    'build\tUNKNOWN STEP\t\ufeff2024-01-02T10:00:00.1234567Z words',
    '[pod/app-7f9c6d8b5-x2x4z/app] words',
    '[pod/app-0/app] 2024-01-02T10:00:00.123456789Z words',
    'pod/app-7f9 app words',
    'app-7f9c6d8b5f-x2x4z app words',
    'db-1   | 2024-01-02T10:00:00.123456789Z words',
    '<6>[   12.345678] words',
    '17/06/09 20:10:40 words',
    '1715340153 words',
    '1715340153.123 words',
    '1715340153123 words',
  ])('leaves out what stands in front in %j', (text) => {
    expect(normalised(text)).toBe('words')
  })

  it('leaves out five prefixes, and no more', () => {
    expect(normalised(`${'[1] '.repeat(6)}words`)).toBe('[1] words')
  })

  it.each([
    'TEST-UNEXPECTED-FAIL | a | b',
    '    [error] words',
    'error: no match',
    '11 words',
    'make: *** words',
    '#11 words',
    '1.1 words',
    '[Main] words',
    '[error] words',
    '@acme words',
    'main.c:1: words',
    'build\tRun tests\twords',
    'a\tb\t1111-11-11',
    'pod/app created',
    'well-documented-words in a line',
    'check-something-words in a line',
    '<div>words',
    '<1>words',
    '1111111111 1 words',
    '1111111111-words',
    '11/11/11 words',
    '11-11 words',
    '==> Linting words',
    '[1/1] words',
    '<1>'.repeat(2500),
  ])('keeps the front of %j', (text) => {
    expect(normalised(text)).toBe(text)
  })

  it.each([
    '0 errors',
    'no errors found',
    'Found 0 type errors',
    'errors: 0',
    'failures=0',
    'Failures: 0, Errors: 0, Skipped: 0',
    '"failed": false',
    'Errors: none',
    'Fail:               0',
    '# fail  0',
    '--fail-fast',
    'cc -Werror -fno-exceptions',
    'src/error_handler.c',
    'ErrorBoundary.tsx',
    '/src/errors/main.c',
    'http-errors@1.8.0',
    'on error',
    'error handling',
    'libgpg-error0.deb',
    'exceptions-0.10.0',
    'error-chain v0.12',
    'error-chain 0.12.4',
    'failure v0.1',
    'error: 0.0012 (tolerance 0.01)',
    'Max error = 1.2e-9',
    'error: 1.5%, step 3',
  ])('masks what alarms without cause in %j', (text) => {
    expect(normalised(text)).not.toMatch(/error|fail|exception/i)
  })

  it.each([
    '10 errors',
    '1.0 errors',
    'errors: 10',
    'error: no match for it',
    'error: none of these',
    'failed: 0.5 s over the limit',
    'error: 1.2 is no version',
    'error: 1.2.3',
    'failed 3.5 s later',
    'Error v-table lost',
    'java.lang.IllegalStateException: no',
    'assert.equal(1, 2) failed',
    'AssertError@source/ring.d(3)',
    'error',
    'exited 0; errors: 3',
  ])('masks nothing that matters in %j', (text) => {
    expect(normalised(text)).toMatch(/error|fail|exception/i)
  })

  it('returns where in the line a byte of the text came from', () => {
    const text = '2024-01-02T10:00:00Z \u001b[31mé\u001b[0m error'
    const bytes = encoder.encode(text)
    line.normalise(bytes, 0, bytes.length)
    const at = decoder.decode(line.text.subarray(0, line.to)).indexOf('error') + 1
    expect(line.originOf(at)).toBe(bytes.length - 'error'.length)
  })

  it('returns it behind any number of escapes, in a row and between all the letters', () => {
    const bold = '\u001b[1m'
    for (const words of ['words', 'words'.split('').join(bold), 'w'.repeat(600).split('').join(bold)]) {
      const bytes = encoder.encode(bold.repeat(600) + words + bold.repeat(600))
      line.normalise(bytes, 0, bytes.length)
      for (let at = 0; at < line.to; at++) expect(bytes[line.originOf(at)]).toBe(line.text[at])
      expect(line.originOf(0)).toBe(600 * bold.length)
    }
  })
})
