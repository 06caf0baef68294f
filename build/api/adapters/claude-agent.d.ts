import {
  CutCall,
  ToolResultOptions,
  UncutCall
} from "../types/options2.js";

interface ToolResultHooks {
  PostToolUse: {
    hooks: Hook[];
  }[];
}
type Hook = (input: any, id: string | undefined, call: {
  signal: AbortSignal;
}) => Promise<HookAnswer>;
interface HookAnswer {
  hookSpecificOutput?: {
    hookEventName: 'PostToolUse';
    updatedToolOutput: unknown;
  };
}
declare function cutToolResults(options?: ToolResultOptions): ToolResultHooks;
export {
  type CutCall,
  HookAnswer,
  ToolResultHooks,
  type ToolResultOptions,
  type UncutCall,
  cutToolResults
};