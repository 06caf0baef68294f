import { getBackend } from '../../../src/core/scan/backend.ts'
import { byId } from './dom.ts'
import { openLogPanel } from './log/panel.ts'
import { openSpeedPanel } from './speed/panel.ts'
import { openTabs } from './tabs.ts'

byId('backend').textContent =
  getBackend() === 'wasm'
    ? 'Backend here: wasm'
    : 'Backend here: js, as this page’s policy or browser has no WebAssembly'

openTabs()
openLogPanel()
openSpeedPanel()
