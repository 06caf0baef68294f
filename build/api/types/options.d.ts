import {
  Structure
} from "./kind.js";

type Input = string | Uint8Array;
type Keep = 'head' | 'tail' | 'ends';
type Purpose = 'read' | 'query' | 'log' | 'run' | 'unknown';
interface Limits {
  maxLines: number;
  maxBytes: number;
  maxTokens: number;
  maxLineLength: number;
  maxSerializedBytes: number;
}
interface TokenCounter {
  readonly name: string;
  count(text: string): number;
}
interface AsyncTokenCounter {
  readonly name: string;
  count(text: string): Promise<number>;
}
type Source = {
  artifact: string;
  kept?: KeptEnds;
  path?: string;
} | {
  path: string;
};
type Surface = 'command' | 'npx' | 'mcp' | 'file';
interface KeptEnds {
  headBytes: number;
  tailBytes: number;
}
interface CommandStatus {
  exitCode?: number | undefined;
  signal?: string | undefined;
  timedOutAfterSeconds?: number | undefined;
  interruptedBy?: string | undefined;
  isAnswer?: boolean | undefined;
}
interface ErrorSearchOptions {
  before?: number;
  after?: number;
  patterns?: readonly (string | RegExp)[];
}
interface FoldOptions {
  rows?: number;
  columns?: number;
}
interface NoticeOptions {
  key?: string | Uint8Array;
  nonce?: string | Uint8Array;
  tools?: readonly string[];
  surface?: Surface;
  call?: string;
  lineEnd?: boolean;
}
interface TruncateOptions extends Partial<Limits> {
  keep?: Keep;
  headRatio?: number;
  errors?: boolean | ErrorSearchOptions;
  fold?: boolean | FoldOptions;
  for?: Purpose;
  query?: string;
  structure?: Structure;
  tokens?: TokenCounter;
  backend?: 'auto' | 'wasm' | 'js';
  source?: Source;
  notice?: boolean | NoticeOptions;
}
interface AsyncTruncateOptions extends Omit<TruncateOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter;
}
export {
  AsyncTokenCounter,
  AsyncTruncateOptions,
  CommandStatus,
  ErrorSearchOptions,
  FoldOptions,
  Input,
  Keep,
  KeptEnds,
  Limits,
  NoticeOptions,
  Purpose,
  Source,
  Surface,
  TokenCounter,
  TruncateOptions
};