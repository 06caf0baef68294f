// One event for each tool call: figures and digests, never arguments or output. `eventOf` makes an event from a result,
// `isWanted` filters events, and `RecallCount` counts how often what a call omitted was asked for later.
// `createEventLog` and `readEvents` of `pith/node` keep events in files.

export {
  type EventFilter,
  type EventStatus,
  eventOf,
  failureEvents,
  type HostLimits,
  isWanted,
  type NewEvent,
  type OmittedRange,
  parseEvent,
  type ShownRanges,
  type ToolCall,
  type ToolEvent,
  writeEvent,
} from './events.ts'
export { RecallCount, type RecallFigures } from './recall.ts'
