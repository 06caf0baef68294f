import { closeSync, readFileSync } from 'node:fs'
import { PithError } from '../errors.ts'
import { allocate, type ShareRequest } from '../extra/budget/allocate.ts'
import { createTokenBudget, type TokenBudget } from '../extra/budget/budget.ts'
import { DEFAULT_ALERT_AT, DEFAULT_WARN_AT } from '../extra/budget/options.ts'
import { fileError, openRegular } from '../host/open-regular.ts'
import { budgetOptions, shareRequests } from './budget-options.ts'
import { drawBudget } from './budget-view.ts'
import type { Parsed } from './options/arguments.ts'
import { counterOption } from './options/tokenizer.ts'
import { jsonLine, writeOut, writeOwn } from './print/output.ts'
import { ASSUMED_CONTEXT_TOKENS } from './settings/settings.ts'

type Values = Parsed['values']

const DEFAULT_COLUMNS = 80

/** `pith budget`: shows what fills a model's context, and how many tokens the next tool call may have. */
export async function budget({ values, positionals }: Parsed): Promise<number> {
  const readsInput = positionals.length === 1 && positionals[0] === '-'
  if (positionals.length > 0 && !readsInput) {
    throw invalid(
      `Expected no operand except - after \`pith budget\`, got ${JSON.stringify(positionals[0])}.`,
    )
  }
  const requests = shareRequests(listOf(values, 'share'))
  const options = budgetOptions(values)
  const { counter, note } = await counterOption(values)
  const held = createTokenBudget({ contextTokens: ASSUMED_CONTEXT_TOKENS, ...options, ...counter })
  for (const word of listOf(values, 'add')) addTokens(held, word)
  for (const word of listOf(values, 'file')) addFile(held, word)
  const namesAll = values.add !== undefined || values.file !== undefined
  if (readsInput || (!namesAll && !process.stdin.isTTY)) await addRecords(held)
  const usage = held.usage()
  const limitTokens = held.limitFor()
  const shares = requests.length > 0 ? sharesOf(requests, limitTokens, usage.remainingTokens) : undefined
  if (values.json) {
    const notes = note === undefined ? undefined : [note]
    await writeOut(jsonLine({ ...usage, limitTokens, shares, notes }))
    return 0
  }
  const { isTTY, columns } = process.stdout
  const view = { usage, limitTokens, requests, shares, isAssumed: options.contextTokens === undefined }
  const marks = [options.warnAt ?? DEFAULT_WARN_AT, options.alertAt ?? DEFAULT_ALERT_AT]
  const screen = { columns: (isTTY && columns) || DEFAULT_COLUMNS, hasColour: isTTY && !process.env.NO_COLOR }
  await writeOwn(drawBudget({ ...view, marks }, screen))
  return 0
}

/** Shares what remains among all calls. Each call gets at most what a single call may have. */
function sharesOf(requests: ShareRequest[], limitTokens: number, remainingTokens: number) {
  const capped = requests.map((request) => ({ ...request, want: Math.min(request.want, limitTokens) }))
  return allocate(Math.max(limitTokens, Math.min(remainingTokens, Number.MAX_SAFE_INTEGER)), capped)
}

function addTokens(held: TokenBudget, word: string): void {
  const [, name, tokens] = /^(.+)=(\d+)$/s.exec(word) ?? []
  if (name === undefined || !Number.isSafeInteger(Number(tokens))) {
    throw invalid(`Expected --add to be NAME=TOKENS, got ${JSON.stringify(word)}.`)
  }
  held.add(name, Number(tokens))
}

function addFile(held: TokenBudget, word: string): void {
  const [, name, path] = /^([^=]+)=(.+)$/s.exec(word) ?? []
  if (name === undefined) throw invalid(`Expected --file to be NAME=PATH, got ${JSON.stringify(word)}.`)
  const { descriptor } = openRegular(path)
  try {
    held.add(name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(descriptor)))
  } catch (error) {
    throw error instanceof PithError ? error : fileError(path, error)
  } finally {
    closeSync(descriptor)
  }
}

/** Adds the records from standard input, one JSON object for each line, of any length. */
async function addRecords(held: TokenBudget): Promise<void> {
  const decoder = new TextDecoder()
  let lineNumber = 0
  let rest: string[] = []
  const add = (line: string) => {
    lineNumber++
    if (line.trim() !== '') addRecord(held, line, lineNumber)
  }
  for await (const chunk of process.stdin) {
    const lines = decoder.decode(chunk as Buffer, { stream: true }).split('\n')
    for (const [i, part] of lines.entries()) {
      rest.push(part)
      if (i === lines.length - 1) break
      add(rest.join(''))
      rest = []
    }
  }
  add(rest.join('') + decoder.decode())
}

function addRecord(held: TokenBudget, line: string, lineNumber: number): void {
  const record = parsed(line)
  const { component, tokens, text } = typeof record === 'object' && record !== null ? record : {}
  const isNamed = typeof component === 'string' && component !== ''
  if (isNamed && typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0) {
    held.add(component, tokens)
  } else if (isNamed && tokens === undefined && typeof text === 'string') {
    held.add(component, text)
  } else {
    const shown = JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line)
    throw new PithError(
      'PITH_INVALID_INPUT',
      `Expected line ${lineNumber} of standard input to be {"component": "NAME", "tokens": N} or {"component": "NAME", "text": "…"}, got ${shown}.`,
    )
  }
}

function parsed(line: string): { component?: unknown; tokens?: unknown; text?: unknown } | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function listOf(values: Values, name: string): string[] {
  const value = values[name]
  return Array.isArray(value) ? value : []
}

const invalid = (sentence: string): PithError => new PithError('PITH_INVALID_OPTION', sentence)
