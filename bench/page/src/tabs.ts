import { byId } from './dom.ts'

const names = ['log', 'speed'] as const
type Part = (typeof names)[number]

const waiting = new Map<Part, () => void>()

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

/** Calls `act` once, as soon as a part of the page is shown. */
export function whenShown(name: Part, act: () => void): void {
  if (!byId(name).hidden) act()
  else waiting.set(name, act)
}

function showAddressed(): void {
  const name = names.find((known) => known === location.hash.slice(1))
  if (name) show(name)
}

function show(shown: Part): void {
  for (const name of names) {
    const tab = byId(`${name}-tab`)
    tab.setAttribute('aria-selected', String(name === shown))
    tab.tabIndex = name === shown ? 0 : -1
    byId(name).hidden = name !== shown
  }
  waiting.get(shown)?.()
  waiting.delete(shown)
  if (location.hash !== `#${shown}`) history.replaceState(undefined, '', `#${shown}`)
}
