import type { Page } from 'playwright'

/** A text, and its contrast with what is behind it: 1 to 21, as WCAG counts it. */
export interface Contrast {
  what: string
  ratio: number
}

/** Measures everything that a page shows, but for what is disabled. */
export const contrasts = (page: Page): Promise<Contrast[]> =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('Expected a canvas.')
    /** The colour that these colours give, painted over each other. */
    const painted = (colours: readonly string[]): number[] => {
      for (const colour of colours) {
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const behind = (element: Element): string[] => {
      const own = getComputedStyle(element).backgroundColor
      return element.parentElement ? [...behind(element.parentElement), own] : ['white', own]
    }
    const luminance = (rgb: readonly number[]): number => {
      const [r, g, b] = rgb.map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const ratioOf = (back: readonly string[], colour: string): number => {
      const [low, high] = [luminance(painted(back)), luminance(painted([...back, colour]))].sort(
        (a, b) => a - b,
      )
      return (high + 0.05) / (low + 0.05)
    }

    const found: { what: string; ratio: number }[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.closest('label:has(:disabled), :disabled, option')) continue
      const style = getComputedStyle(element)
      const before = getComputedStyle(element, '::before')
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
      const what = `${element.tagName} ${element.className} ${element.textContent?.trim().slice(0, 20)}`
      const back = behind(element)
      if (hasText && style.fontSize !== '0px') found.push({ what, ratio: ratioOf(back, style.color) })
      if (before.content.startsWith('"') && before.content !== '""')
        found.push({ what: `${what} ${before.content}`, ratio: ratioOf(back, before.color) })
    }
    return found
  })
