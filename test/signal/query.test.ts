import { describe, expect, it } from 'vitest'
import { QueryMatcher } from '../../src/core/judge/query-matcher.ts'
import { queryWords } from '../../src/core/judge/query-words.ts'

const encoder = new TextEncoder()

/** Whether a line holds a word of a query. */
const finds = (query: string, line: string): boolean => {
  const bytes = encoder.encode(line)
  return new QueryMatcher(queryWords(query)).find(bytes, 0, bytes.length) !== 0
}

describe('the words of a query', () => {
  it('are its words without endings and stop words, each once, and the parts of names', () => {
    expect(queryWords('Why does the login fail, and which logins failed?')).toEqual(['login', 'fail'])
    expect(queryWords('parseURLPart of user_name in src/lib/a.ts')).toEqual([
      ...['pars', 'url', 'part', 'user', 'name', 'src', 'lib', 'ts'],
    ])
    expect(queryWords('logs retries stopping classes string status Überblick 登录')).toEqual([
      ...['log', 'retr', 'stop', 'class', 'string', 'status', 'Überblick', '登录'],
    ])
  })

  it('are sixteen at most, and none where nothing is asked for', () => {
    expect(queryWords(Array.from({ length: 99 }, (_, i) => `w${i}`).join(' '))).toHaveLength(16)
    for (const query of ['', 'the of and', '.*+?()[]{}|^$', '👍🏽', '\0 \ud800', 'a 1'])
      expect(queryWords(query)).toEqual([])
  })
})

describe('a word of a query is found', () => {
  it.each([
    ['fails', 'it failed'],
    ['fail', 'a FAILURE'],
    ['login', 'userLoginFailed'],
    ['login', 'user_login'],
    ['server', 'HTTPServer'],
    ['logs', 'the log'],
    ['retry', 'no more retries'],
    ['404', 'status=404.'],
    ['登录', '用户登录失败'],
    ['cache', 'caching is on'],
  ])('%s in %s', (query, line) => expect(finds(query, line)).toBe(true))

  it.each([
    ['log', 'login'],
    ['log', 'catalog'],
    ['404', '4041'],
    ['port', 'support'],
    ['ip', 'ipsum'],
    ['登录', '登'],
  ])('%s not in %s', (query, line) => expect(finds(query, line)).toBe(false))
})
