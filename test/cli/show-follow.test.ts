import { beforeAll, describe, expect, it } from 'vitest'
import { seq, useCommand } from '../support/command.ts'

describe('pith show of what is new', { concurrent: true }, () => {
  const box = useCommand()
  let id = ''
  beforeAll(async () => {
    const { stdout } = await box.pith([], { input: `${seq(1, 9000)}error: last\n` })
    id = /pith show ([0-9a-f]{16})/.exec(stdout.toString())?.[1] ?? ''
  })

  it('says how what is kept has ended, within the limits', async () => {
    const { status, stdout } = await box.pith(['show', id, '--since', '+21', '--max-bytes', '500'])
    expect(status).toBe(0)
    expect(stdout.length).toBeLessThanOrEqual(500)
    expect(stdout.toString()).toMatch(/^11\n12\n/)
    expect(stdout.toString()).toMatch(
      new RegExp(`\\nerror: last\\n\\[The command has ended\\. Full output: pith show ${id}\\]\\n$`),
    )
  })

  it('exits with 0 for a match, and with 1 if the output ends without one', async () => {
    const { status, stdout } = await box.pith(['show', id, '--wait', '^ERROR', '-i'])
    expect(status).toBe(0)
    expect(stdout.toString()).toBe(
      `8998-8998\n8999-8999\n9000-9000\n9001:error: last\n[A line has matched. What is new later: pith show ${id} --since +43905]\n`,
    )
    const none = await box.pith(['show', id, '--wait', '^ERROR', '--since', '+5'])
    expect(none.status).toBe(1)
    expect(none.stdout.toString()).toBe(
      `[No line has matched. The command has ended. Full output: pith show ${id}]\n`,
    )
  })

  it('prints data with --json', async () => {
    const { stdout } = await box.pith(['show', id, '-f', '--since', '+43893', '--json'])
    const { text, ...others } = JSON.parse(stdout.toString())
    expect(others).toEqual({ mark: 43905, why: 'ended', artifact: id })
    expect(text).toMatch(/^error: last\n\[/)
  })

  it.each([
    [['--follow', '--lines', '3'], 'Expected either --follow or --lines, got both.'],
    [['--wait', 'x', '--all'], 'Expected either --wait or --all, got both.'],
    [['--since', '+3', '--timeout', '3'], '--timeout needs --follow or --wait.'],
    [['--timeout', '3'], '--timeout needs --follow or --wait.'],
    [['--follow', '--since', '77'], 'Expected --since to be a mark such as +4096 here, got "77".'],
    [['--since', '+x'], 'Expected --since to be a mark such as +4096 here, got "+x".'],
    [['--since', '+43906'], 'Expected a mark of at most +43905, got +43906: there is no more yet.'],
    [['--follow', '--timeout', '-1'], /^Expected --timeout to be a number/],
    [['--wait', '('], /^Expected --wait to be a regular expression, got "\("/],
    [['--wait', '(?=x)'], /look-?ahead/i],
  ])('refuses %j', async (words, message) => {
    const { status, stdout, stderr } = await box.pith(['show', id, ...words])
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: '' })
    expect(stderr.replace(/^pith: /, '').trimEnd()).toMatch(message)
  })

  it('says what to do for an id that nothing has', async () => {
    const { status, stderr } = await box.pith(['show', '0123456789abcdef', '--follow'])
    expect(status).toBe(2)
    expect(stderr).toBe(
      'pith: There is no artifact "0123456789abcdef". `pith artifacts` lists what is kept. A command that is running says by which id it can be followed.\n',
    )
  })
})
