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
type EventStatus = 'ok' | 'failed' | 'timed-out' | 'aborted';
type OmittedRange = readonly [firstLine: number, lastLine: number, startByte: number, endByte: number];
type ShownRanges = {
  unit: 'lines';
  ranges: readonly (readonly [number, number])[];
} | {
  unit: 'bytes';
  ranges: readonly (readonly [number, number])[];
};
interface ToolEvent {
  version: 1;
  time: number;
  run: string;
  tool: string;
  status: EventStatus;
  durationMs: number;
  argumentsDigest?: string;
  strategy?: string;
  backend?: 'wasm' | 'js';
  truncated: boolean;
  totalBytes: number;
  totalLines: number;
  totalTokens: number;
  scaled?: true;
  outputBytes: number;
  outputLines: number;
  outputTokens: number;
  keptBytes: number;
  keptLines: number;
  savedBytes?: number;
  savedTokens?: number;
  omittedBytes: number;
  omittedLines: number;
  errorsKept: number;
  errorsOmitted: number;
  artifact?: string;
  file?: string;
  omitted?: readonly OmittedRange[];
  shown?: ShownRanges;
}
interface ToolCall {
  tool: string;
  status: EventStatus;
  durationMs: number;
  argumentsDigest?: string | undefined;
  strategy?: string | undefined;
  artifact?: string | undefined;
  file?: string | undefined;
  shown?: ShownRanges | undefined;
}
type NewEvent = Omit<ToolEvent, 'version' | 'time' | 'run'>;
declare function eventOf(call: ToolCall, result?: Truncation, figures?: Partial<NewEvent>): NewEvent;
declare const writeEvent: (event: ToolEvent) => string;
declare function parseEvent(line: string): ToolEvent | undefined;
interface EventFilter {
  run?: string | undefined;
  tool?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  truncated?: boolean | undefined;
  failed?: boolean | undefined;
}
declare function isWanted(event: ToolEvent, {
  run,
  tool,
  since,
  until,
  truncated,
  failed
}: EventFilter): boolean;
interface RecallFigures {
  tool: string;
  strategy: string;
  calls: number;
  truncated: number;
  linked: number;
  recalled: number;
  recalls: number;
  savedBytes: number;
  savedTokens: number;
  omittedBytes: number;
  linkedBytes: number;
  recalledBytes: number;
  missed: number;
}
declare class RecallCount {
  #private;
  forgotten: number;
  call(event: ToolEvent): void;
  recall(event: ToolEvent): {
    event: ToolEvent;
    newBytes: number;
  } | undefined;
  result(): RecallFigures[];
}
export {
  type EventFilter,
  type EventStatus,
  type NewEvent,
  type OmittedRange,
  RecallCount,
  type RecallFigures,
  type ShownRanges,
  type ToolCall,
  type ToolEvent,
  eventOf,
  isWanted,
  parseEvent,
  writeEvent
};