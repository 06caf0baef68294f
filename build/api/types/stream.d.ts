import {
  AsyncTruncateOptions,
  CommandStatus,
  Input
} from "./options.js";
import {
  Redactor
} from "./redactor.js";
import {
  ArtifactStore
} from "./store.js";
import {
  Truncation
} from "./truncation.js";

type Chunks = ReadableStream<Input> | AsyncIterable<Input> | Blob;
interface TruncateStreamOptions extends AsyncTruncateOptions {
  store?: ArtifactStore;
  storeTimeoutMs?: number;
  redact?: Redactor;
  signal?: AbortSignal;
  status?: CommandStatus | PromiseLike<CommandStatus | undefined>;
}
declare function truncateStream(input: Chunks, options?: TruncateStreamOptions): Promise<Truncation>;
export {
  Chunks,
  TruncateStreamOptions,
  truncateStream
};