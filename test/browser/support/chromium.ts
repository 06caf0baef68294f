import { existsSync } from 'node:fs'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How Chromium is started; nothing that it does by itself asks the network. */
export const chromiumOptions = {
  get executablePath(): string {
    const given = process.env.PITH_CHROMIUM
    const found = (given === undefined ? usual : [given]).find((path) => existsSync(path))
    if (found !== undefined) return found
    throw new Error(`Expected Chromium at ${given ?? usual.join(', ')}; PITH_CHROMIUM may say where it is.`)
  },
  args: [
    '--no-sandbox',
    // /dev/shm may be full of what other runs left.
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
