const SOURCES = 'src/core/judge/rules/'

/** An esbuild plugin that refuses a bundle with the source of the rules: src/core/judge/table.ts has what judges lines. */
export const sourceOfRules = () => ({
  name: 'source of rules',
  setup({ onEnd }) {
    onEnd(({ metafile }) => {
      const whole = Object.keys(metafile.inputs).filter((path) => path.startsWith(SOURCES))
      if (whole.length > 0) throw new Error(`Rules with their samples are bundled: ${whole.join(', ')}.`)
    })
  },
})
