/**
 * Formats rows of texts as lines. Columns are two blanks apart. The first is left-aligned, the others right-aligned.
 */
export function aligned(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  return table
    .map((row) =>
      row.map((text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]))).join('  '),
    )
    .join('\n')
}
