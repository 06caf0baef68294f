import { names } from '../../check/names.ts'
import { nonEmptyString, optionsOf } from '../../check/values.ts'
import { invalidOption as invalid, PithError, wrongOption } from '../../errors.ts'
import type { TokenCounter } from '../../options.ts'
import { countInPieces } from './pieces.ts'

export interface HuggingFaceFiles {
  /** The parsed content of `tokenizer.json`. */
  tokenizer: object
  /** The parsed content of `tokenizer_config.json`; `{}` by default. */
  config?: object
  /** The counter's name in errors and notes; `'hugging-face'` by default. */
  name?: string
}

/**
 * Creates an exact counter from a model's files. Loads the package `@huggingface/tokenizers` when it is called.
 *
 * Adds nothing to the text, neither BOS nor EOS. Special tokens in the text count as plain text. The time is linear in
 * the length of the text. The count is exact for tokenizers that end words before blanks, such as byte-level BPE and
 * WordPiece. With tokenizers that put a blank before each text, such as SentencePiece, a long text may count one token
 * too many every 240 characters.
 *
 * @throws {PithError} `PITH_INVALID_OPTION` for files that are not a tokenizer; `PITH_MISSING_PACKAGE` when the package
 *   is not installed.
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
    throw wrongOption(`Expected the files of a tokenizer: ${why}`, { cause })
  }
  const countPiece = (piece: string) => made.tokenize(piece).length
  return { name, count: (text) => countInPieces(text, countPiece, MAX_PIECE_UNITS) }
}

const fileNames = names<HuggingFaceFiles>()('tokenizer config name')

function checkedFiles(files: HuggingFaceFiles): Required<HuggingFaceFiles> {
  const { tokenizer, config = {}, name = 'hugging-face' } = optionsOf(files, fileNames, 'files')
  if (!isRecord(tokenizer)) throw invalid('tokenizer', 'the JSON of a file, parsed', tokenizer)
  if (!isRecord(config)) throw invalid('config', 'the JSON of a file, parsed', config)
  return { tokenizer, config, name: nonEmptyString('name', name) }
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The library does not cache words of 256 UTF-16 units or more, so each repeat of one would cost as much as the first.
 */
const MAX_PIECE_UNITS = 240

/** The library treats special tokens as such wherever they occur in a text, so they are removed from the tokenizer. */
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
