import { describe, expect, it } from 'vitest'
import { truncate } from '../support/checked.ts'

const calm = (from: number) => Array.from({ length: 150 }, (_, i) => `step ${from + i} is done`).join('\n')
const firstLines = (text: string) =>
  truncate(text, { maxBytes: 1500 }).errors.statements.map(({ firstLine }) => firstLine)

describe('the second statement', () => {
  it('is another failure, not the first one in other words', () => {
    const text = [
      calm(0),
      'ErrorException: Undefined variable $slot in /srv/app/views/37ab.php:21',
      calm(200),
      'Next ViewException: Undefined variable $slot in /srv/app/views/37ab.php:21 (View: a.blade.php)',
      calm(400),
      'PDOException: SQLSTATE[23000]: Integrity constraint violation',
      calm(600),
    ].join('\n')
    expect(
      firstLines(text)
        .slice(0, 3)
        .toSorted((a, b) => a - b),
    ).toEqual([151, 302, 453])
    const kept = truncate(text, { maxBytes: 700 }).text
    expect(kept).toContain('Undefined variable $slot')
    expect(kept).toContain('PDOException')
  })

  it('is another failure, not an exception of PHP around the first one', () => {
    const text = [
      calm(0),
      'ErrorException: Undefined array key "ring" in /srv/app/Ring.php:21',
      'Stack trace:',
      '#0 /srv/app/Ring.php(21): handleError()',
      '#1 {main}',
      '',
      'Next Illuminate\\View\\ViewException: The page was not drawn in /srv/app/View.php:9',
      calm(200),
      'Failed asserting that 500 is identical to 200.',
      calm(400),
    ].join('\n')
    const lines = firstLines(text)
    expect(lines.indexOf(307)).toBeLessThan(lines.indexOf(156))
  })

  it('is the last link of a chain of causes before one in the middle', () => {
    const text = [
      calm(0),
      'java.lang.IllegalStateException: Failed to load ApplicationContext',
      '\tat org.example.Context.load(Context.java:12)',
      '\tat org.example.Context.run(Context.java:14)',
      '\tat org.example.Context.main(Context.java:16)',
      "Caused by: org.example.BeanCreationException: Error creating bean with name 'entityManagerFactory'",
      '\tat org.example.Beans.make(Beans.java:52)',
      '\tat org.example.Beans.all(Beans.java:54)',
      '\tat org.example.Beans.main(Beans.java:56)',
      'Caused by: java.lang.IllegalStateException: Cannot load driver class: org.postgresql.Driver',
      '\tat org.example.Driver.load(Driver.java:9)',
      calm(200),
    ].join('\n')
    expect(firstLines(text).indexOf(159)).toBeLessThan(firstLines(text).indexOf(155))
  })
})
