// The main entry for workerd (Cloudflare Workers), which compiles no module from bytes, but gives one for an import.

import { useModule } from './core/scan/instance.ts'
// @ts-expect-error The build puts the module beside this file.
import module from './pith.wasm'

useModule(module)

export * from './index.ts'
