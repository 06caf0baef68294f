// The main entry for workerd (Cloudflare Workers), which compiles no module from bytes, but gives one for an import.

// @ts-expect-error The build puts the module beside this file.
import module from './pith.wasm'
import { useModule } from './scan/instance.ts'

useModule(module)

export * from './index.ts'
