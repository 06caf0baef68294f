import { PithError } from '../errors.ts'
import type { TokenCounter } from '../options.ts'
import { invalid, nonEmptyString, optionsOf } from './check.ts'
import { countInPieces } from './pieces.ts'

export interface HuggingFaceFiles {
  /** What `tokenizer.json` holds, parsed. */
  tokenizer: object
  /** What `tokenizer_config.json` holds, parsed; `{}` by default. */
  config?: object
  /** What errors and notes call the counter; `'hugging-face'` by default. */
  name?: string
}

/**
 * An exact counter from a model's files, by the package `@huggingface/tokenizers`, which is loaded when this is called.
 *
 * Nothing is added to the text, no BOS and no EOS, and special tokens in it count as the text that they are. The time
 * is linear in the text. Exact for tokenizers that end words before blanks, as byte-level BPE and WordPiece do; of
 * those that put a blank before each text, as SentencePiece does, a long text may count a token more every 240
 * characters.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for files that are no tokenizer; `PITH_MISSING_PACKAGE` where the package is
 *   not installed.
 * @example
 * const tokenizer = JSON.parse(await readFile('qwen/tokenizer.json', 'utf8'))
 * const tokens = await counterFromFiles({ tokenizer, name: 'qwen' })
 */
export async function counterFromFiles(files: HuggingFaceFiles): Promise<TokenCounter> {
  const { tokenizer, config, name } = checkedFiles(files)
  const { Tokenizer } = await library()
  let made: InstanceType<typeof Tokenizer>
  try {
    made = new Tokenizer(withoutSpecials(tokenizer), config)
    made.tokenize('a')
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : typeof cause
    throw new PithError('PITH_INVALID_OPTION', `Expected the files of a tokenizer: ${why}`, { cause })
  }
  const countPiece = (piece: string) => made.tokenize(piece).length
  return { name, count: (text) => countInPieces(text, countPiece, MAX_PIECE_UNITS) }
}

function checkedFiles(files: HuggingFaceFiles): Required<HuggingFaceFiles> {
  const { tokenizer, config = {}, name = 'hugging-face' } = optionsOf<HuggingFaceFiles>(files, 'files')
  if (!isRecord(tokenizer)) throw invalid('tokenizer', 'the JSON of a file, parsed', tokenizer)
  if (!isRecord(config)) throw invalid('config', 'the JSON of a file, parsed', config)
  return { tokenizer, config, name: nonEmptyString('name', name) }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Words from 256 units on the library does not remember: each of many alike would cost as much as the first. */
const MAX_PIECE_UNITS = 240

/** The library takes a special token for one wherever it stands, so it is told of none. */
function withoutSpecials(tokenizer: { added_tokens?: unknown }): object {
  const { added_tokens } = tokenizer
  const added: { special?: unknown }[] = Array.isArray(added_tokens) ? added_tokens : []
  return { ...tokenizer, added_tokens: added.filter(({ special }) => special !== true) }
}

async function library(): Promise<typeof import('@huggingface/tokenizers')> {
  try {
    return await import('@huggingface/tokenizers')
  } catch (cause) {
    throw new PithError(
      'PITH_MISSING_PACKAGE',
      'Expected the package @huggingface/tokenizers to be installed: `npm install @huggingface/tokenizers`.',
      { cause },
    )
  }
}
