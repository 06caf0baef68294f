/** A path with `/` alone between its parts, as globs and ignore files have it. Elsewhere than on Windows, `\` is a part of names. */
export const slashed = (path: string, platform: string = process.platform): string =>
  platform === 'win32' ? path.replaceAll('\\', '/') : path
