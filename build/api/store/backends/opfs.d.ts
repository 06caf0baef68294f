import {
  CollectedStore
} from "../../types/artifact-store.js";
import {
  FileStoreLimits
} from "../../types/limits.js";

interface OpfsStoreOptions extends Pick<FileStoreLimits, 'maxArtifactBytes' | 'maxTotalBytes' | 'ttlMs'> {
  keepFreeBytes?: number | undefined;
  directory?: string | undefined;
}
type OpfsArtifactStore = CollectedStore;
declare function createOpfsStore(options?: OpfsStoreOptions): OpfsArtifactStore;
export {
  OpfsArtifactStore,
  OpfsStoreOptions,
  createOpfsStore
};