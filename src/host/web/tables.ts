/** Tables, struck text and lists of tasks in Markdown. */
export { gfm } from '@joplin/turndown-plugin-gfm'
