/**
 * Milliseconds since the process started, with fractions. It is quicker to start than `performance.now()`, whose first
 * use takes a millisecond, because Node loads a module for it.
 */
export const uptimeMs = (): number => 1000 * process.uptime()
