import {
  CutCall,
  ToolResultOptions,
  TurnResultOptions,
  UncutCall
} from "../types/options2.js";

interface ToolResultFilter {
  <Data extends {
    input: any[];
  }>(call: {
    modelData: Data;
  }): Promise<Data>;
  preserveInputIdentity: true;
}
declare function cutToolResults(options?: TurnResultOptions): ToolResultFilter;
declare function cutTool<Tool extends {
  name: string;
  invoke(...words: never[]): Promise<unknown>;
}>(tool: Tool, options?: ToolResultOptions): Tool;
export {
  type CutCall,
  ToolResultFilter,
  type ToolResultOptions,
  type TurnResultOptions,
  type UncutCall,
  cutTool,
  cutToolResults
};