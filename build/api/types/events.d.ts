import {
  Truncation
} from "./truncation.js";

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
  version: 1 | 2;
  time: number;
  run: string;
  tool: string;
  status: EventStatus;
  durationMs: number;
  ownMs?: number;
  program?: string;
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
  aloneBytes?: number;
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
  isFirst?: true;
  previous?: string;
  hash?: string;
}
interface ToolCall {
  tool: string;
  status: EventStatus;
  durationMs: number;
  ownMs?: number | undefined;
  program?: string | undefined;
  argumentsDigest?: string | undefined;
  strategy?: string | undefined;
  artifact?: string | undefined;
  file?: string | undefined;
  shown?: ShownRanges | undefined;
  host?: HostLimits | undefined;
}
interface HostLimits {
  bytes?: number;
  ofMoreBytes?: number;
}
type NewEvent = Omit<ToolEvent, 'version' | 'time' | 'run' | 'isFirst' | 'previous' | 'hash'>;
declare function eventOf({
  host,
  ...call
}: ToolCall, result?: Truncation, figures?: Partial<NewEvent>): NewEvent;
declare const failureEvents: ({
  failures
}: Pick<Truncation, 'failures'>) => NewEvent[];
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
export {
  EventFilter,
  EventStatus,
  HostLimits,
  NewEvent,
  OmittedRange,
  ShownRanges,
  ToolCall,
  ToolEvent,
  eventOf,
  failureEvents,
  isWanted,
  parseEvent,
  writeEvent
};