import {
  TokenCounter
} from "../types/options.js";

interface HuggingFaceFiles {
  tokenizer: object;
  config?: object;
  name?: string;
}
declare function counterFromFiles(files: HuggingFaceFiles): Promise<TokenCounter>;
export {
  HuggingFaceFiles,
  counterFromFiles
};