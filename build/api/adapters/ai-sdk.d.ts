import {
  CutCall,
  ToolResultOptions,
  TurnResultOptions,
  UncutCall
} from "../types/options2.js";

interface ToolResultMiddleware {
  readonly specificationVersion: 'v3';
  transformParams<Params extends CallParams>(call: {
    params: Params;
  }): Promise<Params>;
}
type CallParams = {
  prompt: any;
  abortSignal?: AbortSignal | undefined;
};
declare function cutToolResults(options?: TurnResultOptions): ToolResultMiddleware;
type ToolModelOutput = {
  type: 'text';
  value: string;
} | {
  type: 'json';
  value: any;
};
declare function toModelOutput(tool: string, options?: ToolResultOptions): (call: {
  toolCallId: string;
  output: unknown;
}) => Promise<ToolModelOutput>;
export {
  type CutCall,
  ToolModelOutput,
  ToolResultMiddleware,
  type ToolResultOptions,
  type TurnResultOptions,
  type UncutCall,
  cutToolResults,
  toModelOutput
};