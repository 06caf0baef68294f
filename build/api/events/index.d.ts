import {
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
} from "../types/events.js";

interface RecallFigures {
  tool: string;
  program: string;
  strategy: string;
  calls: number;
  truncated: number;
  linked: number;
  recalled: number;
  recalls: number;
  ownMs: number;
  savedBytes: number;
  savedTokens: number;
  fetchedBytes: number;
  fetchedTokens: number;
  omittedBytes: number;
  linkedBytes: number;
  recalledBytes: number;
  missed: number;
  totalBytes: number;
  outputBytes: number;
}
declare class RecallCount {
  #private;
  forgotten: number;
  failures: number;
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
  type HostLimits,
  type NewEvent,
  type OmittedRange,
  RecallCount,
  type RecallFigures,
  type ShownRanges,
  type ToolCall,
  type ToolEvent,
  eventOf,
  failureEvents,
  isWanted,
  parseEvent,
  writeEvent
};