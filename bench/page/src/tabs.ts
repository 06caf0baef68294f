import { byId } from './dom.ts'

const names = ['log', 'speed']

/** Shows the page's parts as tabs. The address names the open one. */
export function openTabs(): void {
  for (const [at, name] of names.entries()) {
    const tab = byId(`${name}-tab`)
    tab.addEventListener('click', () => show(name))
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
      if (step === 0) return
      const next = names[(at + step + names.length) % names.length]
      show(next)
      byId(`${next}-tab`).focus()
    })
  }
  addEventListener('hashchange', showAddressed)
  showAddressed()
}

function showAddressed(): void {
  const name = location.hash.slice(1)
  if (names.includes(name)) show(name)
}

function show(shown: string): void {
  for (const name of names) {
    const tab = byId(`${name}-tab`)
    tab.setAttribute('aria-selected', String(name === shown))
    tab.tabIndex = name === shown ? 0 : -1
    byId(name).hidden = name !== shown
  }
  if (location.hash !== `#${shown}`) history.replaceState(undefined, '', `#${shown}`)
}
