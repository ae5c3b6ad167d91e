import type { CitationChecked } from '../../../loop/patterns/cited-lines.ts'

/** `p-1234  src/a.ts:42 has changed  Check the token first` */
export function citationLine({ pattern, text, file, line, found }: CitationChecked): string {
  return `${pattern}  ${file}:${line} ${found ? 'is there again' : 'has changed'}  ${text}`
}
