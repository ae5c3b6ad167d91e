/** White space that is not a single blank between words. */
const MORE_THAN_BLANKS = /[^\S ]|\s\s|^\s|\s$/

/**
 * Text as one line: every run of white space becomes one blank.
 *
 * What an error says goes into a list item of a prompt; a line break in it could open a heading of its own.
 */
export function oneLine(text: string): string {
  return MORE_THAN_BLANKS.test(text) ? text.replace(/\s+/g, ' ').trim() : text
}
