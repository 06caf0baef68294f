interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}
declare function counterFor(model: string): Promise<TokenCounter>;
export {
  counterFor
};