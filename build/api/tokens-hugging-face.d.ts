interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}
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