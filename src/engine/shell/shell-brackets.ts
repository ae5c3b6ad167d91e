const DEEPEST = 12

/** The next position of a mark, or the end of the text. */
export function endOf(mark: string, text: string, from: number, escapes = false): number {
  for (let at = from; at < text.length; at++) {
    if (escapes && text[at] === '\\') at += 1
    else if (text[at] === mark) return at
  }
  return text.length
}

/** The position at which the bracket that is open before `from` closes, ignoring quotes; or the end of the text. */
export function closing(text: string, from: number, brackets: '()' | '{}', nested = 0): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === "'") at = endOf("'", text, at + 1)
    else if (char === '"') at = endOfDouble(text, at + 1, nested)
    else if (char === brackets[0]) depth += 1
    else if (char === brackets[1] && --depth === 0) return at
  }
  return text.length
}

/** The closing double quote; one inside a substitution begins a text of its own. */
function endOfDouble(text: string, from: number, nested: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"' || nested > DEEPEST) return at
    else if (text.startsWith('$(', at)) at = closing(text, at + 2, '()', nested + 1)
  }
  return text.length
}
