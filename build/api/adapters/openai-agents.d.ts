import {
  CutCall,
  ToolResultOptions,
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
declare function cutToolResults(options?: ToolResultOptions): ToolResultFilter;
declare function cutTool<Tool extends {
  name: string;
  invoke(...words: never[]): Promise<unknown>;
}>(tool: Tool, options?: ToolResultOptions): Tool;
export {
  type CutCall,
  ToolResultFilter,
  type ToolResultOptions,
  type UncutCall,
  cutTool,
  cutToolResults
};