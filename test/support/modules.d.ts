// Scripts of the build and of the benchmarks have no types.
declare module '*.mjs'
