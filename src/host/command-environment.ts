/** The environment of a command: that of this process, without what would let the command sign notices. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  const { PITH_NOTICE_KEY: _, PITH_NOTICE_NONCE: __, ...rest } = process.env
  return rest
}
