import {
  CutCall,
  ToolResultOptions,
  UncutCall
} from "../types/options2.js";

interface ToolResultMiddleware {
  readonly name: 'pith';
  wrapToolCall(request: any, handler: (request: any) => any): Promise<any>;
}
declare function cutToolResults(options?: ToolResultOptions): ToolResultMiddleware;
declare function contentAndArtifact<Words extends unknown[], Value>(tool: string, run: (...words: Words) => Value, options?: ToolResultOptions): (...words: Words) => Promise<[Awaited<Value>, Awaited<Value>]>;
export {
  type CutCall,
  ToolResultMiddleware,
  type ToolResultOptions,
  type UncutCall,
  contentAndArtifact,
  cutToolResults
};