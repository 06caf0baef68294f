import {
  Chunks,
  TruncateStreamOptions
} from "./stream.js";
import {
  ArtifactEnd
} from "./store.js";
import {
  Truncation
} from "./truncation.js";
import {
  Limits
} from "./options.js";

type SharedLimits = Pick<Limits, Shared>;
type Shared = (typeof shared)[number];
declare const shared: readonly ['maxLines', 'maxBytes', 'maxTokens', 'maxSerializedBytes'];
interface CutText {
  path: string;
  truncation: Truncation;
  limits: SharedLimits;
}
interface TruncatedResult<Value> {
  value: Value extends Chunks ? string : Value;
  truncations: CutText[];
  artifacts: ArtifactEnd[];
}
type TruncateResultOptions = Omit<TruncateStreamOptions, 'source' | 'status'>;
declare function truncateResult<Value>(value: Value, options?: TruncateResultOptions): Promise<TruncatedResult<Value>>;
export {
  CutText,
  TruncateResultOptions,
  TruncatedResult,
  truncateResult
};