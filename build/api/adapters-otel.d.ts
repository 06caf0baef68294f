interface TokenEstimate {
  tokens: number;
  low: number;
  high: number;
}
interface Segment {
  startByte: number;
  endByte: number;
  firstLine: number;
  lastLine: number;
  kind: 'head' | 'tail' | 'error' | 'range' | 'unit';
  exact: boolean;
  text: string;
}
interface Gap {
  startByte: number;
  endByte: number;
  firstLine: number;
  lastLine: number;
  column?: number;
  codePoints?: number;
  errors: number;
  asked: boolean;
  mark?: string;
  resume?: string;
}
interface ErrorLine {
  line: number;
  startByte: number;
  endByte: number;
  pattern: string;
  kept: boolean;
}
interface ErrorStatement {
  kind: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  test?: string;
  count: number;
  firstLine: number;
  startByte: number;
  endByte: number;
  kept: boolean;
}
interface Truncation {
  text: string;
  truncated: boolean;
  truncatedBy?: 'lines' | 'bytes' | 'tokens' | 'line-length' | 'worth';
  totalLines: number;
  totalBytes: number;
  totalTokens?: TokenEstimate;
  outputLines: number;
  outputBytes: number;
  outputTokens: number;
  keptLines: number;
  keptBytes: number;
  segments: Segment[];
  gaps: Gap[];
  errors: {
    total: number;
    lines: ErrorLine[];
    statements: ErrorStatement[];
  };
  notice?: string;
  artifact?: string;
  path?: string;
  foreignNotices: number;
  backend: 'wasm' | 'js';
  kind?: string;
  units?: Readonly<Record<string, number>>;
  notes?: string[];
}
type Input = string | Uint8Array;
interface Limits {
  maxLines: number;
  maxBytes: number;
  maxTokens: number;
  maxLineLength: number;
  maxSerializedBytes: number;
}
interface ArtifactRef {
  id: string;
  bytes: number;
  sha256: string;
}
interface ByteRange {
  startByte: number;
  endByte: number;
}
type ArtifactEnd = {
  complete: true;
  ref: ArtifactRef;
} | {
  complete: false;
  ref?: ArtifactRef;
  kept?: ByteRange[];
  code: string;
  message: string;
};
type Chunks = ReadableStream<Input> | AsyncIterable<Input> | Blob;
type Shares = Pick<Limits, Shared>;
type Shared = (typeof shared)[number];
declare const shared: readonly ['maxLines', 'maxBytes', 'maxTokens', 'maxSerializedBytes'];
interface CutText {
  path: string;
  truncation: Truncation;
  limits: Shares;
}
interface TruncatedResult<Value> {
  value: Value extends Chunks ? string : Value;
  truncations: CutText[];
  artifacts: ArtifactEnd[];
}
interface CutCall {
  tool: string;
  callId: string | undefined;
  result: TruncatedResult<unknown>;
}
interface TelemetryApi {
  trace: {
    getActiveSpan(): {
      addEvent(name: string, attributes: Attributes): unknown;
    } | undefined;
  };
  metrics: {
    getMeter(name: string): {
      createHistogram(name: string, options: InstrumentOptions): {
        record(value: number, attributes: Attributes): void;
      };
      createCounter(name: string, options: InstrumentOptions): {
        add(value: number, attributes: Attributes): void;
      };
    };
  };
}
type Attributes = Record<string, string | number | string[]>;
interface InstrumentOptions {
  description: string;
  unit: string;
}
declare function recordCuts({
  trace,
  metrics
}: TelemetryApi): (call: CutCall) => void;
export {
  type CutCall,
  TelemetryApi,
  recordCuts
};