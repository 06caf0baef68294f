interface FileStoreLimits {
  maxArtifactBytes?: number | undefined;
  maxSessionBytes?: number | undefined;
  maxTotalBytes?: number | undefined;
  keepFreeBytes?: number | undefined;
  ttlMs?: number | undefined;
}
export {
  FileStoreLimits
};