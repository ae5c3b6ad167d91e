/**
 * The lines of a log whose fields stand between pipes. The format itself has no way to write a pipe or a line break inside
 * a field, so these, and the percent sign by which they are written, become `%7C`, `%0A`, `%0D` and `%25`. No text can
 * add a field or a line. Any other percent sign in a line of another writer stands for itself.
 */
const CODES: Readonly<Record<string, string>> = { '%': '%25', '|': '%7C', '\n': '%0A', '\r': '%0D' }
const SIGNS = new Map(Object.entries(CODES).map(([sign, code]) => [code, sign]))

export function writeFields(fields: readonly string[]): string {
  return fields.map(writeField).join('|')
}

export function readFields(line: string): string[] {
  return line.split('|').map(readField)
}

export function writeField(text: string): string {
  return text.replace(/[%|\n\r]/g, (sign) => CODES[sign]!)
}

export function readField(text: string): string {
  return text.replace(/%(?:25|7C|0A|0D)/g, (code) => SIGNS.get(code)!)
}
