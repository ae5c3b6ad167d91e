import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** A change of one file. Absent: there is none before, or none afterwards. */
export interface TextChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** A change of line endings shows as a changed line; the endings themselves would disturb a terminal. */
export function unifiedDiff({ path, before, after }: TextChange): string {
  const names = [
    before === undefined ? '/dev/null' : `a/${path}`,
    after === undefined ? '/dev/null' : `b/${path}`,
  ] as const
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY }
  const patch = createTwoFilesPatch(...names, before ?? '', after ?? '', undefined, undefined, options)
  return patch.replace(/\r$/gm, '').replace(/\n$/, '')
}
