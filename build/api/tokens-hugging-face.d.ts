interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}
export interface HuggingFaceFiles {
  tokenizer: object;
  config?: object;
  name?: string;
}
export declare function counterFromFiles(files: HuggingFaceFiles): Promise<TokenCounter>;
export {};