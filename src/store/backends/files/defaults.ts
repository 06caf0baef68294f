const GIB = 1024 ** 3

/** What the store of files takes where nobody says otherwise; the command prints the same. */
export const storeDefaults = {
  maxArtifactBytes: GIB,
  maxSessionBytes: 2 * GIB,
  maxTotalBytes: 4 * GIB,
  ttlHours: 7 * 24,
} as const
