import {
  ArtifactStat,
  ArtifactStore,
  GcOptions,
  GcReport
} from "./store.js";

interface NewestArtifacts {
  artifacts: ArtifactStat[];
  total: number;
  keptBytes: number;
}
interface CollectedStore<Options extends GcOptions = GcOptions> extends ArtifactStore {
  gc(options?: Options): Promise<GcReport>;
  newest(most: number): Promise<NewestArtifacts>;
}
export {
  CollectedStore
};