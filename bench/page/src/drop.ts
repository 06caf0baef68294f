import { byId } from './dom.ts'

/**
 * Calls `take` with a file that is chosen, or dropped anywhere on the page, and with a text that is dropped or pasted.
 * Calls `refuse` with a sentence about anything else that is dropped.
 */
export function onFile(take: (file: File) => void, refuse: (why: string) => void): void {
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
    const file = event.dataTransfer && fileOf(event.dataTransfer, 'dropped text')
    if (file) take(file)
    else refuse('Only a file or a text can be dropped here, not a folder.')
  })
  addEventListener('paste', (event) => {
    if (event.target instanceof HTMLInputElement) return
    const file = event.clipboardData && fileOf(event.clipboardData, 'pasted text')
    if (!file) return
    take(file)
  })
}

/** The first file, or the text under a name. Undefined for a folder, and if there is neither. */
function fileOf(data: DataTransfer, name: string): File | undefined {
  const [item] = data.items
  if (item?.kind === 'file' && item.webkitGetAsEntry()?.isDirectory) return undefined
  const text = data.getData('text/plain')
  return data.files[0] ?? (text === '' ? undefined : new File([text], name, { type: 'text/plain' }))
}
