import { byId } from '../dom.ts'

/** Calls `take` with a file that is chosen, or dropped anywhere on the page. */
export function onFile(take: (file: File) => void): void {
  const chooser = byId<HTMLInputElement>('file')
  chooser.addEventListener('change', () => {
    const file = chooser.files?.[0]
    if (file) take(file)
    // Clear the field, so that the same file can be chosen again.
    chooser.value = ''
  })
  const setOver = (isOver: boolean) => byId('drop').classList.toggle('over', isOver)
  addEventListener('dragover', (event) => {
    event.preventDefault()
    setOver(true)
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) setOver(false)
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer?.files[0]
    if (!file) return
    byId('log-tab').click()
    take(file)
  })
}
