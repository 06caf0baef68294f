import {
  CutCall,
  ToolResultOptions,
  TurnResultOptions,
  UncutCall
} from "../types/options2.js";

interface ToolResultProcessor {
  readonly id: 'pith';
  processLLMRequest(call: {
    prompt: any;
    abortSignal?: AbortSignal;
  }): Promise<{
    prompt: any;
  } | undefined>;
}
declare function cutToolResults(options?: TurnResultOptions): ToolResultProcessor;
export {
  type CutCall,
  type ToolResultOptions,
  ToolResultProcessor,
  type TurnResultOptions,
  type UncutCall,
  cutToolResults
};