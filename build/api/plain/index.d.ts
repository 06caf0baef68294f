import {
  PithError,
  PithErrorCode
} from "../types/errors.js";
import {
  Input,
  Keep,
  Source,
  Surface
} from "../types/options.js";
import {
  Gap,
  Segment,
  Truncation
} from "../types/truncation.js";

interface PlainOptions {
  keep?: Keep;
  headRatio?: number;
  maxLines?: number;
  maxBytes?: number;
  maxLineLength?: number;
  maxSerializedBytes?: number;
  source?: Source;
  notice?: boolean | {
    surface?: Surface;
    tools?: readonly string[];
  };
}
type PlainTruncation = Pick<Truncation, 'text' | 'truncated' | 'truncatedBy' | 'totalLines' | 'totalBytes' | 'outputLines' | 'outputBytes' | 'keptLines' | 'keptBytes' | 'segments' | 'gaps' | 'notice' | 'notes' | 'failures'>;
declare function truncate(input: Input, options?: PlainOptions): PlainTruncation;
export {
  type Gap,
  type Input,
  type Keep,
  PithError,
  type PithErrorCode,
  type PlainOptions,
  type PlainTruncation,
  type Segment,
  type Source,
  type Surface,
  truncate
};