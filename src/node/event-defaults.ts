/** How large a run's events grow where nobody says otherwise; the command prints the same. */
export const eventDefaults = { maxBytes: 4 * 1024 * 1024, maxFiles: 4 } as const
/** A smaller file would hold only a few records. */
export const LEAST_EVENT_BYTES = 4096
