export { HEAD_RATIO, truncate } from './attractor/chars.ts'
export {
  createSession,
  type EventQuery,
  type RunArtifact,
  type Session,
  type SessionOptions,
  type ToolEvent,
  type ToolResult,
} from './attractor/session.ts'
export { TOOL_LIMITS, type Tool, type ToolLimits, truncateTool } from './attractor/tools.ts'
