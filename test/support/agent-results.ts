// Results of tools as agents pass them to hooks and plugins.

/** A log with an error in its middle. Its lines differ, so that folding leaves most of them. */
export function longLog(lines = 2000): string {
  const words = [
    'alpha',
    'bravo',
    'carbon',
    'delta',
    'ember',
    'fjord',
    'gamma',
    'harbor',
    'indigo',
    'jasper',
    'krypton',
  ]
  return Array.from({ length: lines }, (_, at) =>
    at === lines >> 1
      ? 'ERROR: connection refused at src/db.ts:33\n'
      : `${words[at % 11]} ${words[(at * 7 + 3) % 11]} ${'abcdefghijklm'[at % 13]}${at * 7919}\n`,
  ).join('')
}

export const ERROR = 'ERROR: connection refused at src/db.ts:33'

/** What Claude Code passes to a hook after a tool has succeeded. */
export const postToolUse = (tool: string, response: unknown, input: object = {}): string =>
  JSON.stringify({
    session_id: '5b1e3f0a-0000-4000-8000-000000000000',
    transcript_path: '/home/me/.claude/projects/p/5b1e3f0a.jsonl',
    cwd: '/home/me/p',
    permission_mode: 'default',
    hook_event_name: 'PostToolUse',
    tool_name: tool,
    tool_input: input,
    tool_response: response,
    tool_use_id: 'toolu_01',
  })

/** What Gemini CLI passes to a hook after a tool. */
export const afterTool = (tool: string, llmContent: unknown, input: object = {}): string =>
  JSON.stringify({
    session_id: '7c2f',
    transcript_path: '/home/me/.gemini/tmp/p/chats/session.json',
    cwd: '/home/me/p',
    hook_event_name: 'AfterTool',
    timestamp: '2026-11-20T10:00:00.000Z',
    tool_name: tool,
    tool_input: input,
    tool_response: { llmContent, returnDisplay: 'shown to people' },
  })
