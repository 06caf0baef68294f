interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}
export declare function counterFor(model: string): Promise<TokenCounter>;
export {};