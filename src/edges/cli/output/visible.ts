/**
 * Our own colours pass; of anything else, control characters other than tabs and line ends could move the cursor, hide text, or write to the terminal's title, and
 * signs that turn the direction of text could have a line read as another.
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\u001b\[(?:1|2|22|3[1-46]|39)m|\r(?!\n)|[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** JSON writes the others as escapes by itself. */
const LEFT_BY_JSON = /[\u007f-\u009f]/g

/** A text for a terminal: what a name, a file or a word of the command line brings along is seen, and not obeyed. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (found) => (found.length === 1 ? escaped(found) : found))
}

/** A value as JSON in which every control character is an escape; indented if asked for. */
export function visibleJson(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(LEFT_BY_JSON, escaped)
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
