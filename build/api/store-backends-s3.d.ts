interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}
interface S3Place {
  bucket: string;
  endpoint?: string | undefined;
  region?: string | undefined;
  prefix?: string | undefined;
  pathStyle?: boolean | undefined;
}
interface S3Limits {
  maxArtifactBytes?: number | undefined;
  timeoutMs?: number | undefined;
  firstAnswerMs?: number | undefined;
  waitMs?: number | undefined;
  closeTimeoutMs?: number | undefined;
  ttlMs?: number | undefined;
}
interface S3Rest extends S3Place, S3Limits {
  fetch?: typeof fetch | undefined;
}
type S3StoreOptions = S3Rest &
(S3Credentials | {
  credentials: () => Promise<S3Credentials>;
});
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
  close(): Promise<ArtifactEnd>;
  abort(): void;
}
interface ArtifactStore {
  open(meta: ArtifactMeta): Promise<ArtifactWriter>;
  read(id: string, range: ByteRange): AsyncIterable<Uint8Array>;
  lines(id: string, range: LineRange): AsyncIterable<Uint8Array>;
  stat(id: string): Promise<ArtifactStat>;
  list(): Promise<ArtifactStat[]>;
  delete(id: string): Promise<void>;
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
interface CollectedStore<Options extends GcOptions = GcOptions> extends ArtifactStore {
  gc(options?: Options): Promise<GcReport>;
}
interface S3GcOptions extends GcOptions {
  graceMs?: number;
}
interface ExpiryOptions {
  days: number;
}
interface LinkOptions {
  expiresInSeconds?: number;
  range?: ByteRange;
}
interface ArtifactLink {
  url: string;
  headers: Record<string, string>;
  expiresAt: number;
}
interface S3ArtifactStore extends CollectedStore<S3GcOptions> {
  link(id: string, options?: LinkOptions): Promise<ArtifactLink>;
  setExpiry(options: ExpiryOptions): Promise<void>;
}
declare function createS3Store(options: S3StoreOptions): S3ArtifactStore;
export {
  type ArtifactLink,
  type ExpiryOptions,
  type LinkOptions,
  type S3ArtifactStore,
  type S3Credentials,
  type S3GcOptions,
  type S3StoreOptions,
  createS3Store
};