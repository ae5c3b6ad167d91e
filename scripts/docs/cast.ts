/** A screen line: a person's input, an agent's action, or output. */
export interface CastLine {
  readonly text: string
  readonly kind: 'title' | 'typed' | 'printed' | 'lesson'
}

const COLUMNS = 92
const LINE = 19
const PAUSE = { title: 1.2, typed: 1.4, printed: 0.35, lesson: 0.8 } as const

/** An animated picture of a terminal in which lines appear one by one; with reduced motion, all appear immediately. */
export function castOf(lines: readonly CastLine[]): string {
  const wrapped = lines.flatMap(({ text, kind }) => wrap(text).map((part) => ({ text: part, kind })))
  let at = 0.3
  const rows = wrapped.map(({ text, kind }, index) => {
    const delay = at.toFixed(2)
    at += PAUSE[kind]
    return `<text class="${kind}" x="18" y="${56 + index * LINE}" style="animation-delay:${delay}s" xml:space="preserve">${escaped(text)}</text>`
  })
  const height = 74 + wrapped.length * LINE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 ${height}" role="img" aria-label="A terminal: a correction on Monday, the lesson on Tuesday, and why">
<style>
text { font: 13.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #c9d1d9; opacity: 0; animation: appear 0.25s forwards }
.title { fill: #8b949e } .typed { fill: #79c0ff } .lesson { fill: #7ee787 }
@keyframes appear { to { opacity: 1 } }
@media (prefers-reduced-motion: reduce) { text { animation: none; opacity: 1 } }
</style>
<rect width="800" height="${height}" rx="8" fill="#0d1117"/>
<circle cx="20" cy="20" r="6" fill="#ff5f56"/><circle cx="40" cy="20" r="6" fill="#ffbd2e"/><circle cx="60" cy="20" r="6" fill="#27c93f"/>
${rows.join('\n')}
</svg>
`
}

function wrap(text: string): string[] {
  if (text.length <= COLUMNS) return [text]
  const cut = text.lastIndexOf(' ', COLUMNS)
  return [text.slice(0, cut), ...wrap(`    ${text.slice(cut + 1)}`)]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
