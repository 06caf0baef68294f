import {
  EventFilter,
  EventStatus,
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
  failureEvents,
  isWanted,
  parseEvent,
  writeEvent
};