import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { FilePlan } from './plan.ts'

/** The diff of one file, which may not exist before or after. A changed line ending shows as a changed line; the endings themselves would garble a terminal. */
export function unifiedDiff({ path, before, after }: Pick<FilePlan, 'path' | 'before' | 'after'>): string {
  const [from, to] = [before === undefined ? '/dev/null' : `a/${path}`, after === undefined ? '/dev/null' : `b/${path}`]
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY }
  const patch = createTwoFilesPatch(from!, to!, before ?? '', after ?? '', undefined, undefined, options)
  return patch.replace(/\r$/gm, '').replace(/\n$/, '')
}
