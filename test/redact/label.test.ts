import { describe, expect, it } from 'vitest'
import { commandLabel, labelWithoutSecrets } from '../../src/redact/label.ts'

describe('the label of a command', () => {
  it.each([
    [['curl', '-H', 'Authorization: Bearer abcdef0123456789', 'https://x'], 'abcdef'],
    [['curl', '-H', 'Authorization: Basic dXNlcjpwYXNz'], 'dXNl'],
    [['curl', '-u', 'bob:hunter2', 'https://x'], 'hunter2'],
    [['curl', 'https://bob:hunter2@example.com'], 'hunter2'],
    [['mysql', '-u', 'root', '-phunter2', 'app'], 'hunter2'],
    [['mysql', '-phunter2'], 'hunter2'],
    [['tool', '--password', 'hunter', '--verbose'], 'hunter'],
    [['tool', '--password', 'with two blanks'], 'blanks'],
    [['tool', '--password=with two blanks'], 'blanks'],
    [['tool', '--api-key', 'required'], 'required'],
    [['docker', 'run', '-e', 'DB_PASSWORD=with two blanks', 'img'], 'blanks'],
    [['sh', '-c', 'PGPASSWORD=hunter psql\nmysql -phunter'], 'hunter'],
    [
      ['sh', '-c', `echo "-----BEGIN ${'PRIVATE KEY'}-----\nMIIEhunter\n-----END ${'PRIVATE KEY'}-----"`],
      'hunter',
    ],
    [['env', `GH=ghp_${'aB3'.repeat(12)}`], 'aB3aB3'],
  ])('has no secret: %j', (words, secret) => {
    const label = commandLabel(words)
    expect(label).not.toContain(secret)
    expect(label).toContain('[redacted ')
    expect(label.startsWith(words[0])).toBe(true)
    expect(labelWithoutSecrets(label)).toBe(label)
  })

  it.each([
    [['seq', '1', '5']],
    [['sh', '-c', 'cd /x && make "all"\nls']],
    [['tool', '--token', '--verbose', '--password']],
    [['docker', 'login', '--password-stdin']],
  ])('is the command line: %j', (words) => {
    expect(commandLabel(words)).toBe(words.join(' '))
  })

  it('takes a long command line in little time, and hides a secret across its limit', () => {
    const words = ['x'.repeat(2000), `ghp_${'aB3'.repeat(12)}`, 'y '.repeat(500_000)]
    expect(commandLabel(words).slice(0, 2040)).toBe(
      `${words[0]} [redacted github-token] ${'y '.repeat(8)}`.slice(0, 2040),
    )
  })
})
