/**
 * Text as one line: every run of white space becomes one blank.
 *
 * What an error says goes into a list item of a prompt; a line break in it could open a heading of its own.
 */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
