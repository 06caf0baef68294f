import { PithError, wrongOption } from '../../errors.ts'
import type { TokenCounter } from '../../options.ts'
import { bareName } from './model-name.ts'
import { checkPiece, countInPieces } from './pieces.ts'

/** Each import is written out, so that bundlers can follow it. */
const encodings = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
  p50k_base: () => import('gpt-tokenizer/encoding/p50k_base'),
  r50k_base: () => import('gpt-tokenizer/encoding/r50k_base'),
}

type EncodingName = keyof typeof encodings

/** Encodings that differ only in special tokens. These count as text, so both encodings count alike. */
const alike: Record<string, EncodingName> = {
  o200k_harmony: 'o200k_base',
  p50k_edit: 'p50k_base',
  gpt2: 'r50k_base',
}

/** The first pattern that matches decides. The library's own table knows older models. */
const families: readonly (readonly [RegExp, EncodingName])[] = [
  [/^(chat)?gpt-4o|^gpt-4\.[15]|^gpt-[5-9]|^gpt-oss|^o[134](-|$)|^codex-/, 'o200k_base'],
  [/^gpt-(4|3\.5|35)(-|$)/, 'cl100k_base'],
]

/**
 * Creates an exact counter for an OpenAI model, or for an encoding (`o200k_base`, `cl100k_base`, …). Uses the package
 * gpt-tokenizer and loads a vocabulary when it is first needed.
 *
 * Special tokens such as `<|endoftext|>` count as plain text. The time is linear in the length of any text;
 * `countInPieces` says which texts are counted exactly. Names such as `openrouter/openai/gpt-5` and `ft:gpt-4o:…` are
 * understood.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for an unknown model, such as Claude; `PITH_MISSING_PACKAGE` when
 *   gpt-tokenizer is not installed.
 * @example
 * const tokens = await counterFor('gpt-5')
 * tokens.name // 'o200k_base'
 * tokens.count('hello world') // 2
 */
export async function counterFor(model: string): Promise<TokenCounter> {
  const name = await encodingOf(model)
  const encoding = await loaded(encodings[name])
  const options = { disallowedSpecial: new Set<string>() }
  const countPiece = (piece: string) => encoding.countTokens(piece, options)
  let units = 0
  return {
    name,
    count(text) {
      checkPiece(text)
      units += text.length
      if (units > MAX_CACHED_UNITS) {
        encoding.clearMergeCache()
        units = text.length
      }
      return countInPieces(text, countPiece)
    },
  }
}

/** Models that gpt-tokenizer cannot count, so that installing it would not help. */
const OF_OTHERS = /claude|gemini|llama|mistral|deepseek|qwen/

/**
 * The library caches 100,000 words, and each keeps the text it comes from in memory. So the cache is cleared after this
 * many UTF-16 units.
 */
const MAX_CACHED_UNITS = 16 * 1024 * 1024

async function encodingOf(model: unknown): Promise<EncodingName> {
  if (typeof model !== 'string') throw unknown(typeof model)
  const name = bareName(model)
  if (Object.hasOwn(encodings, name)) return name as EncodingName
  if (Object.hasOwn(alike, name)) return alike[name]
  const family = families.find(([pattern]) => pattern.test(name))
  if (family) return family[1]
  if (OF_OTHERS.test(name)) throw unknown(JSON.stringify(model))
  const { modelToEncodingMap } = await loaded(() => import('gpt-tokenizer/mapping'))
  if (!Object.hasOwn(modelToEncodingMap, name)) throw unknown(JSON.stringify(model))
  const other = (modelToEncodingMap as Record<string, string>)[name]
  return alike[other] ?? (other as EncodingName)
}

async function loaded<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new PithError(
      'PITH_MISSING_PACKAGE',
      'Expected the package gpt-tokenizer to be installed: `npm install gpt-tokenizer`.',
      { cause },
    )
  }
}

const unknown = (got: string): PithError =>
  wrongOption(
    `Expected a model of OpenAI such as "gpt-5", or an encoding such as "o200k_base", got ${got}. ` +
      'For other models, pass your own counter, { name, count(text) }, or none: tokens are estimated then.',
  )
