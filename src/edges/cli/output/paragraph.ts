/** Breaks a text between words so that no line is longer than `width`, unless a single word is. */
export function wrap(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

/** A line that goes on below itself, `indent` from the edge; without a width, as in a pipe, it stays one line. */
export function hanging(text: string, indent: number, width: number | undefined): string {
  if (width === undefined) return text
  return wrap(text, Math.max(24, width - indent)).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Two columns: a term, and its meaning wrapped beside it. `termWidth` aligns one block with another. */
export function columns(rows: readonly (readonly [string, string])[], width: number, termWidth = 0): string {
  const left = Math.max(termWidth, ...rows.map(([term]) => term.length)) + 2
  return rows
    .map(([term, meaning]) => {
      const lines = wrap(meaning, Math.max(24, width - left - 2)).split('\n')
      return lines.map((line, i) => `  ${(i === 0 ? term : '').padEnd(left)}${line}\n`).join('')
    })
    .join('')
}
