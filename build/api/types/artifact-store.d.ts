import {
  ArtifactStore,
  GcOptions,
  GcReport
} from "./store.js";

interface CollectedStore<Options extends GcOptions = GcOptions> extends ArtifactStore {
  gc(options?: Options): Promise<GcReport>;
}
export {
  CollectedStore
};