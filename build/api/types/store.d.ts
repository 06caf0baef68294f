interface ArtifactMeta {
  tool?: string;
  label?: string;
}
interface ArtifactRef {
  id: string;
  bytes: number;
  sha256: string;
}
interface ByteRange {
  startByte: number;
  endByte: number;
}
interface LineRange {
  firstLine: number;
  lastLine: number;
}
interface MissingRange extends ByteRange, LineRange {}
interface ArtifactStat extends ArtifactRef, ArtifactMeta {
  lines: number;
  createdAt: number;
  missing?: MissingRange;
}
type ArtifactEnd = {
  complete: true;
  ref: ArtifactRef;
} | {
  complete: false;
  ref?: ArtifactRef;
  kept?: ByteRange[];
  code: string;
  message: string;
};
interface ArtifactWriter {
  write(chunk: Uint8Array): Promise<void> | undefined;
  close(ended?: string): Promise<ArtifactEnd>;
  follow?(): Promise<string | undefined>;
  abort(): void;
}
interface RunEnd {
  artifact?: string;
  ended?: string;
}
interface RunningOutput {
  readInto(bytes: Uint8Array, position: number): Promise<number>;
  end(): Promise<RunEnd | undefined>;
  close(): Promise<void>;
}
interface ArtifactStore {
  readonly isPrivate?: boolean;
  open(meta: ArtifactMeta): Promise<ArtifactWriter>;
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>;
  lines(id: string, range: LineRange): AsyncIterable<Uint8Array>;
  stat(id: string): Promise<ArtifactStat>;
  list(): Promise<ArtifactStat[]>;
  delete(id: string): Promise<void>;
  watch?(id: string): Promise<RunningOutput | undefined>;
  gc?(options?: GcOptions): Promise<GcReport>;
}
interface GcOptions {
  dryRun?: boolean;
}
type GcReason = 'expired' | 'over-total' | 'keep-free';
interface GcReport {
  removed: (ArtifactStat & {
    reason: GcReason;
  })[];
  abandoned: {
    name: string;
    bytes: number;
  }[];
  bytes: number;
  finished: boolean;
  failure?: string;
}
export {
  ArtifactEnd,
  ArtifactMeta,
  ArtifactRef,
  ArtifactStat,
  ArtifactStore,
  ArtifactWriter,
  ByteRange,
  GcOptions,
  GcReason,
  GcReport,
  LineRange,
  MissingRange
};