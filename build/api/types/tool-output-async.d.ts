import {
  Chunks,
  TruncateStreamOptions
} from "./stream.js";
import {
  ArtifactEnd
} from "./store.js";
import {
  AsyncTokenCounter,
  CommandStatus,
  FoldOptions,
  Input,
  Keep,
  Limits,
  Purpose,
  Source,
  Surface,
  TokenCounter,
  TruncateOptions
} from "./options.js";
import {
  PartFailure,
  Truncation
} from "./truncation.js";
import {
  Structure
} from "./kind.js";
import {
  Redactor
} from "./redactor.js";

type Counter = TokenCounter | AsyncTokenCounter;
declare class AskedCounter {
  #private;
  constructor(counter: Counter);
  count(text: string): number;
  countLater(text: string): Promise<number>;
}
interface ErrorSettings {
  before: number;
  after: number;
  patterns: readonly ErrorPattern[];
  onlyIfFailed?: boolean;
}
interface FoldSettings extends Required<FoldOptions> {
  leastRepeatBytes: number;
}
interface ErrorPattern {
  pattern: string;
  flags: string;
}
interface Settings extends Limits {
  keep: Keep;
  headRatio: number;
  errors?: ErrorSettings;
  fold?: FoldSettings;
  purpose?: Purpose;
  isPage?: boolean;
  query?: string;
  structure?: Structure;
  tokens?: AskedCounter;
  backend: 'auto' | 'wasm' | 'js';
  source?: Source;
  notice: {
    key?: Uint8Array;
    tools: readonly string[];
    surface: Surface;
    teaches: boolean; /** True if the caller says that the reader has a command line. A host of the library has tools with parameters. */
    isCommandLine?: boolean;
    call?: string; /** True if a line end follows the text, within the limits. */
    lineEnd?: boolean;
    off: boolean;
  };
}
type ContentKind = {
  kind: 'text';
  encoding: TextEncodingName;
} | {
  kind: 'image' | 'document';
  format: string;
} | {
  kind: 'binary';
};
type TextEncodingName = 'UTF-8' | 'UTF-8 with BOM' | 'UTF-16LE' | 'UTF-16BE';
interface ToolOutput<Details = unknown> {
  text: string;
  content: string;
  notice?: string;
  details: Details;
}
declare const streamNames: readonly ['stdout', 'stderr'];
type StreamName = (typeof streamNames)[number];
interface StreamChunk {
  stream: StreamName;
  chunk: Input;
}
type BashInput = Input | {
  stdout: Input;
  stderr: Input;
} | Iterable<StreamChunk>;
interface BashOptions extends TruncateOptions {
  status?: CommandStatus;
  separate?: boolean;
}
interface BashDetails {
  truncation: Truncation;
  stderr?: Truncation;
  status?: CommandStatus;
  content?: ContentKind;
}
declare function bash(input: BashInput, options?: BashOptions): ToolOutput<BashDetails>;
interface PreparedList<Details> {
  settings: Settings;
  show(settings: Settings): {
    output: ToolOutput<Details>;
    isCut: boolean;
  };
  full(): Input;
}
interface FailedDetails {
  failures?: PartFailure[];
  notes?: string[];
}
interface ListDetails extends FailedDetails {
  total: number;
  shown: number;
  limitReached?: number;
}
interface FindOptions extends TruncateOptions {
  limit?: number;
}
declare function find(input: Input | readonly string[], options?: FindOptions): ToolOutput<ListDetails>;
declare function findList(input: Input | readonly string[], options?: FindOptions): PreparedList<ListDetails>;
interface GrepMatch {
  path?: string;
  line?: number;
  text: string;
  matchStart?: number;
  matchEnd?: number;
  context?: boolean;
}
interface GrepOptions extends TruncateOptions {
  limit?: number;
  pattern?: string;
}
interface GrepDetails extends FailedDetails {
  total: number;
  shown: number;
  files: number;
  filesShown: number;
  limitReached?: number;
  linesClipped?: number;
}
declare function grep(input: Input | readonly GrepMatch[], options?: GrepOptions): ToolOutput<GrepDetails>;
declare function grepList(input: Input | readonly GrepMatch[], options?: GrepOptions): PreparedList<GrepDetails>;
interface LsOptions extends TruncateOptions {
  limit?: number;
}
declare function ls(input: Input | readonly string[], options?: LsOptions): ToolOutput<ListDetails>;
declare function lsList(input: Input | readonly string[], options?: LsOptions): PreparedList<ListDetails>;
interface NextPage {
  offset: number;
  column?: number;
}
interface ReadDetails {
  truncation: Truncation;
  next?: NextPage;
  totalLines?: number;
}
interface ReadOptions extends TruncateOptions {
  offset?: number;
  limit?: number;
  column?: number;
  totals?: boolean;
  redact?: Redactor;
}
declare function read(input: Input, options?: ReadOptions): ToolOutput<ReadDetails>;
interface ReadStreamOptions extends Omit<ReadOptions, 'tokens'> {
  tokens?: TokenCounter | AsyncTokenCounter;
  signal?: AbortSignal;
}
declare function readStream(input: Chunks, options?: ReadStreamOptions): Promise<ToolOutput<ReadDetails>>;
declare function web(input: Input, options?: TruncateOptions): ToolOutput<{
  truncation: Truncation;
}>;
declare const tools: {
  readonly read: {
    readonly cut: typeof read;
    readonly shows: 'page';
    readonly names: Readonly<Record<"column" | "limit" | "offset" | "redact" | "totals", true>>;
    readonly items: 'lines';
    readonly limit: number;
  };
  readonly bash: {
    readonly cut: typeof bash;
    readonly shows: 'ends';
    readonly names: Readonly<Record<"separate" | "status", true>>;
  };
  readonly grep: {
    readonly cut: typeof grep;
    readonly list: typeof grepList;
    readonly shows: 'list';
    readonly names: Readonly<Record<"limit" | "pattern", true>>;
    readonly items: 'matches';
    readonly limit: 100;
    readonly maxLineLength: 500;
  };
  readonly find: {
    readonly cut: typeof find;
    readonly list: typeof findList;
    readonly shows: 'list';
    readonly names: Readonly<Record<"limit", true>>;
    readonly items: 'results';
    readonly limit: 1000;
  };
  readonly ls: {
    readonly cut: typeof ls;
    readonly list: typeof lsList;
    readonly shows: 'list';
    readonly names: Readonly<Record<"limit", true>>;
    readonly items: 'entries';
    readonly limit: 500;
  };
  readonly web: {
    readonly cut: typeof web;
    readonly shows: 'ends';
    readonly names: {};
  };
};
type Tool = keyof typeof tools;
type Cut<T extends Tool> = (typeof tools)[T]['cut'];
type ToolInputs = { [T in Tool]: Parameters<Cut<T>>[0] };
type ToolOptions = { [T in Tool]: NonNullable<Parameters<Cut<T>>[1]> };
type ToolDetails = { [T in Tool]: ReturnType<Cut<T>>['details'] };
type ToolStoreOptions = Pick<TruncateStreamOptions, 'store' | 'storeTimeoutMs' | 'signal'>;
interface StoredDetails {
  artifact?: ArtifactEnd;
  stderrArtifact?: ArtifactEnd;
  notes?: string[];
}
declare function truncateToolOutputAsync<T extends Tool>(tool: T, input: ToolInputs[T], options?: ToolOptions[T] & ToolStoreOptions): Promise<ToolOutput<ToolDetails[T] & StoredDetails>>;
export {
  BashDetails,
  BashInput,
  BashOptions,
  ContentKind,
  FindOptions,
  GrepDetails,
  GrepMatch,
  GrepOptions,
  ListDetails,
  LsOptions,
  type NextPage,
  type ReadDetails,
  ReadOptions,
  ReadStreamOptions,
  StoredDetails,
  StreamChunk,
  StreamName,
  TextEncodingName,
  Tool,
  ToolDetails,
  ToolInputs,
  ToolOptions,
  ToolOutput,
  ToolStoreOptions,
  readStream,
  truncateToolOutputAsync
};