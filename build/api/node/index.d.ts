import {
  EventFilter,
  NewEvent,
  ToolEvent
} from "../types/events.js";
import {
  BashDetails,
  ContentKind,
  ListDetails,
  ReadDetails,
  ReadStreamOptions,
  StoredDetails,
  StreamName,
  TextEncodingName,
  ToolOutput
} from "../types/tool-output-async.js";
import {
  Truncation
} from "../types/truncation.js";
import {
  AsyncTruncateOptions,
  CommandStatus,
  Input,
  Source
} from "../types/options.js";
import {
  Redactor
} from "../types/redactor.js";
import {
  ArtifactEnd,
  ArtifactStore,
  MissingRange
} from "../types/store.js";
import {
  TruncateStreamOptions
} from "../types/stream.js";
import {
  PithError
} from "../types/errors.js";

interface ReadEventsOptions extends EventFilter {
  directory?: string | undefined;
}
interface EventReading extends AsyncIterable<ToolEvent> {
  readonly badLines: number;
}
declare function readEvents(options?: ReadEventsOptions): EventReading;
interface EventLogOptions {
  directory?: string | undefined;
  run?: string | undefined;
  maxBytes?: number | undefined;
  maxFiles?: number | undefined;
}
interface EventLog {
  readonly run: string;
  readonly dropped: number;
  record(event: NewEvent): void;
  close(): void;
}
declare function createEventLog(options?: EventLogOptions): EventLog;
type Changed = 'grew' | 'shrank';
interface TextFileFacts {
  kind: 'text';
  truncation: Truncation;
  encoding: TextEncodingName;
  changed?: Changed;
}
interface OtherFileDetails {
  kind: Exclude<ContentKind['kind'], 'text'>;
  format?: string;
  sizeBytes: number;
}
interface ReadFileOptions extends ReadStreamOptions {
  events?: EventLog;
}
interface TextFileDetails extends ReadDetails, TextFileFacts {
  truncation: ReadDetails['truncation'];
}
type FileDetails = TextFileDetails | OtherFileDetails;
declare function readFile(path: string, options?: ReadFileOptions): Promise<ToolOutput<FileDetails>>;
interface FoundLine {
  line: number;
  isMatch: boolean;
  readonly text: string;
}
interface KeepOptions {
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  signal?: AbortSignal;
}
interface RedactNamesOptions {
  redact?: Redactor;
}
interface WalkFailure {
  path: string;
  reason: string;
}
interface UnreadDetails {
  unread?: WalkFailure[];
  unreadTotal?: number;
}
interface KeptDetails extends StoredDetails, UnreadDetails {
  fullBytes: number;
  fullLines: number;
}
interface FilesOptions {
  paths?: readonly string[];
  cwd?: string;
  globs?: readonly string[];
  hidden?: boolean;
  ignore?: boolean;
  follow?: boolean;
  depth?: number;
}
type Printed = 'matches' | 'files' | 'counts';
interface GrepFilesOptions extends AsyncTruncateOptions, FilesOptions, KeepOptions {
  types?: readonly string[];
  ignoreCase?: boolean;
  literal?: boolean;
  before?: number;
  after?: number;
  print?: Printed;
  limit?: number;
  redact?: Redactor;
}
interface GrepFilesDetails extends KeptDetails {
  total: number;
  shown: number;
  files?: number;
  filesShown?: number;
  limitReached?: number;
  linesClipped?: number;
}
declare function grepFiles(pattern: string | RegExp, options?: GrepFilesOptions): Promise<ToolOutput<GrepFilesDetails>>;
interface FindFilesOptions extends AsyncTruncateOptions, FilesOptions, KeepOptions, RedactNamesOptions {
  types?: readonly string[];
  kinds?: readonly ('file' | 'folder' | 'link')[];
  minBytes?: number;
  maxFileBytes?: number;
  changedAfter?: Date;
  changedBefore?: Date;
  order?: 'name' | 'newest';
  long?: boolean;
  limit?: number;
}
interface FindFilesDetails extends ListDetails, KeptDetails {}
declare function findFiles(options?: FindFilesOptions): Promise<ToolOutput<FindFilesDetails>>;
interface FolderTreeOptions extends AsyncTruncateOptions, KeepOptions, RedactNamesOptions, Omit<FilesOptions, 'paths' | 'follow'> {
  limit?: number;
}
interface FolderTreeDetails extends ListDetails, KeptDetails {}
declare function folderTree(path?: string, options?: FolderTreeOptions): Promise<ToolOutput<FolderTreeDetails>>;
interface ListFolderOptions extends AsyncTruncateOptions, KeepOptions, RedactNamesOptions {
  cwd?: string;
  hidden?: boolean;
  limit?: number;
}
interface ListFolderDetails extends ListDetails, KeptDetails {}
declare function listFolder(path?: string, options?: ListFolderOptions): Promise<ToolOutput<ListFolderDetails>>;
interface RunCommandOptions extends Omit<AsyncTruncateOptions, 'source'> {
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: Input;
  stdin?: 'ignore' | 'inherit';
  timeoutSeconds?: number;
  killGraceMs?: number;
  signal?: AbortSignal;
  foreground?: boolean;
  separate?: boolean;
  answers?: readonly number[];
  store?: ArtifactStore | false;
  storeTimeoutMs?: number;
  redact?: Redactor;
  onOutput?: (chunk: Uint8Array, stream: StreamName) => Promise<void> | void;
  onProgress?: (soFar: {
    bytes: number;
    lines: number;
    errors: number;
  }) => void;
  onFollow?: (id: string) => void;
}
interface RunCommandDetails extends BashDetails {
  status: CommandStatus;
  ended: 'exited' | 'signaled' | 'timed-out' | 'aborted';
  survivors?: number[];
  durationMs: number;
  heldPipe: boolean;
  artifact?: ArtifactEnd;
  stderrArtifact?: ArtifactEnd;
}
declare function runCommand(command: string, args?: readonly string[], options?: RunCommandOptions): Promise<ToolOutput<RunCommandDetails>>;
interface SearchOptions {
  before?: number;
  after?: number;
  maxLineLength?: number;
}
interface FoundLines extends AsyncIterable<FoundLine> {
  readonly notSearched: MissingRange | undefined;
}
declare function search(store: ArtifactStore, id: string, pattern: string | RegExp, options?: SearchOptions): FoundLines;
declare function errorsOf(store: ArtifactStore, id: string, options?: SearchOptions): FoundLines;
interface TruncatedFileDetails extends TextFileFacts {}
interface TruncateFileOptions extends Omit<TruncateStreamOptions, 'store' | 'storeTimeoutMs' | 'status'> {
  source?: Source;
  events?: EventLog;
}
declare function truncateFile(path: string, options?: TruncateFileOptions): Promise<ToolOutput<TruncatedFileDetails | OtherFileDetails>>;
type Unit = {
  items: readonly [first: number, last: number];
} | {
  rows: readonly [first: number, last: number];
} | {
  path: string;
  count?: boolean;
} | {
  file: string;
} | {
  section: string;
};
interface UnitBytes extends AsyncIterable<Uint8Array> {
  readonly notSearched: MissingRange | undefined;
  readonly isCut: boolean;
  readonly isCapped: boolean;
}
declare function unitsOf(store: ArtifactStore, id: string, unit: Unit, options?: {
  redact?: boolean;
}): UnitBytes;
type CutShort = 'size' | 'time' | 'failure';
interface FetchUrlOptions extends AsyncTruncateOptions, KeepOptions {
  allowPrivate?: boolean | readonly string[];
  maxBodyBytes?: number;
  timeoutSeconds?: number;
  markdown?: boolean;
}
interface FetchUrlDetails extends StoredDetails {
  truncation: Truncation;
  url: string;
  status: number;
  contentType: string;
  bodyBytes: number;
  cutShort?: CutShort;
  isMarkdown: boolean;
  body?: ArtifactEnd;
}
declare function fetchUrl(url: string, options?: FetchUrlOptions): Promise<ToolOutput<FetchUrlDetails>>;
interface ZdxSpillOptions {
  directory?: string;
  maxBytes?: number;
  onError?: (error: PithError) => void;
}
interface ZdxSpill {
  readonly write: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => string | undefined;
  readonly remove: () => void;
}
declare function createZdxSpill(options?: ZdxSpillOptions): ZdxSpill;
export {
  type EventLog,
  type EventLogOptions,
  type EventReading,
  type FetchUrlDetails,
  type FetchUrlOptions,
  type FileDetails,
  type FilesOptions,
  type FindFilesDetails,
  type FindFilesOptions,
  type FolderTreeDetails,
  type FolderTreeOptions,
  type FoundLine,
  type FoundLines,
  type GrepFilesDetails,
  type GrepFilesOptions,
  type ListFolderDetails,
  type ListFolderOptions,
  type OtherFileDetails,
  type ReadEventsOptions,
  type ReadFileOptions,
  type RunCommandDetails,
  type RunCommandOptions,
  type SearchOptions,
  type TextFileDetails,
  type TruncateFileOptions,
  type TruncatedFileDetails,
  type Unit,
  type UnitBytes,
  type UnreadDetails,
  type WalkFailure,
  type ZdxSpill,
  type ZdxSpillOptions,
  createEventLog,
  createZdxSpill,
  errorsOf,
  fetchUrl,
  findFiles,
  folderTree,
  grepFiles,
  listFolder,
  readEvents,
  readFile,
  runCommand,
  search,
  truncateFile,
  unitsOf
};