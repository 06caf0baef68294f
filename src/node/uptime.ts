/**
 * Milliseconds since the process started, with fractions. Like `performance.now()`, whose first use loads another of
 * Node's modules: that takes a millisecond, which a command that has just started can save.
 */
export const uptimeMs = (): number => 1000 * process.uptime()
