// Turns a log's bytes into UTF-8, as `pith run` and the command tool do for the output of a command.
import { importBundled } from '../bundle.mjs'

const { decoderOf, encodingOf } = await importBundled(
  "export { decoderOf, encodingOf } from './src/tools/content-kind.ts'",
)

/** UTF-16 becomes UTF-8 without its BOM. All other bytes stay as they are, malformed ones too. */
export function utf8Of(bytes) {
  const decoder = decoderOf(encodingOf(bytes))
  return decoder ? Buffer.from(decoder.decode(bytes)) : bytes
}
