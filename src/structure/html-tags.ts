// Names of tags, in small letters. The tag that ends an element begins with `/`.

/** How a page begins, which may stand below the headers of its transfer. */
export const HEAD =
  /^\ufeff?(?:HTTP\/\d(?:(?!\n\r?\n)[\s\S])*\n\r?\n)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html)\b/i
/** Tags that do not end a block of text, comments included. */
export const INLINE =
  /^\/?(?:a|abbr|b|br|button|cite|code|em|font|i|img|input|kbd|label|mark|q|s|small|span|strong|su[bp]|t[dht]|time|u|var|wbr)$|^[!?]/
/** Elements whose content is not read. */
export const DATA = /^(?:script|style|svg|template|noscript|iframe|select|textarea|math)$/
/** Elements beside the text of a page. */
export const BESIDE = /^\/?(?:nav|footer|aside|form|menu)$/
/** A heading, with its level. */
export const HEADING = /^(?:title|h([1-6]))$/
