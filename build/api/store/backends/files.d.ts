import {
  CollectedStore
} from "../../types/artifact-store.js";
import {
  FileStoreLimits
} from "../../types/limits.js";

interface FileStoreOptions extends FileStoreLimits {
  directory?: string | undefined;
  session?: string | undefined;
}
type FileArtifactStore = CollectedStore;
declare function createFileStore(options?: FileStoreOptions): FileArtifactStore;
export {
  FileArtifactStore,
  FileStoreOptions,
  createFileStore
};