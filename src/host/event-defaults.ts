/** Default limits of a run's event files. */
export const eventDefaults = { maxBytes: 4 * 1024 * 1024, maxFiles: 4 } as const
/** Smallest allowed `maxBytes`. A smaller file would hold only a few records. */
export const LEAST_EVENT_BYTES = 4096
