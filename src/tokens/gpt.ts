import { PithError } from '../errors.ts'
import type { TokenCounter } from '../options.ts'
import { bareName } from './model-name.ts'
import { checkText, countInPieces } from './pieces.ts'

/** Named one by one, so that bundlers see what is imported. Special tokens are text: some encodings count alike. */
const encodings = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
  p50k_base: () => import('gpt-tokenizer/encoding/p50k_base'),
  r50k_base: () => import('gpt-tokenizer/encoding/r50k_base'),
}

type EncodingName = keyof typeof encodings

const alike: Record<string, EncodingName> = {
  o200k_harmony: 'o200k_base',
  p50k_edit: 'p50k_base',
  gpt2: 'r50k_base',
}

/** The first that matches counts; the library's table knows older models. */
const families: readonly (readonly [RegExp, EncodingName])[] = [
  [/^(chat)?gpt-4o|^gpt-4\.[15]|^gpt-[5-9]|^gpt-oss|^o[134](-|$)|^codex-/, 'o200k_base'],
  [/^gpt-(4|3\.5|35)(-|$)/, 'cl100k_base'],
]

/**
 * An exact counter for a model of OpenAI, or for an encoding (`o200k_base`, `cl100k_base`, …), by the package
 * gpt-tokenizer, whose vocabulary is loaded when it is first asked for.
 *
 * Special tokens such as `<|endoftext|>` count as the text that they are. The time is linear in the text, whatever it
 * is; see `countInPieces` for what is exact. `openrouter/openai/gpt-5` and `ft:gpt-4o:…` are understood.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for a model that is not known, such as Claude; `PITH_MISSING_PACKAGE` where
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
      checkText(text)
      units += text.length
      if (units > MAX_CACHED_UNITS) {
        encoding.clearMergeCache()
        units = text.length
      }
      return countInPieces(text, countPiece)
    },
  }
}

/** Names for which it is no use to install anything. */
const OF_OTHERS = /claude|gemini|llama|mistral|deepseek|qwen/

/** The library keeps 100,000 words that it has merged, each with the text that it is from. */
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
  new PithError(
    'PITH_INVALID_OPTION',
    `Expected a model of OpenAI such as "gpt-5", or an encoding such as "o200k_base", got ${got}. ` +
      'For others pass a counter of your own, { name, count(text) }, or none: tokens are estimated then.',
  )
