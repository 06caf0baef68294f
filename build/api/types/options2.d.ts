import {
  TruncateResultOptions,
  TruncatedResult
} from "./truncate-result.js";

interface CutCall {
  tool: string;
  callId: string | undefined;
  result: TruncatedResult<unknown>;
}
interface UncutCall {
  tool: string;
  callId: string | undefined;
  error: unknown;
}
interface ToolResultOptions extends Omit<TruncateResultOptions, 'signal'> {
  tools?: Readonly<Record<string, Omit<TruncateResultOptions, 'signal'> | false>>;
  onCut?: (call: CutCall) => void;
  onUncut?: (call: UncutCall) => void;
}
interface TurnResultOptions extends ToolResultOptions {
  maxTurnBytes?: number;
}
export {
  CutCall,
  ToolResultOptions,
  TurnResultOptions,
  UncutCall
};