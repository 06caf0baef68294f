import {
  CollectedStore
} from "../../types/artifact-store.js";
import {
  ByteRange,
  GcOptions
} from "../../types/store.js";

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