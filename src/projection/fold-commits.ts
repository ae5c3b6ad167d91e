import { type Document, defineDocument, type Folded, makeDocument } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import type { Part } from './part.ts'

/** A commit that a run made, by as much of its id as git printed. */
export const COMMIT = defineDocument<CommitRecord>('commit')

export interface CommitRecord {
  readonly run: string
}

const NOTHING: Folded = { documents: [], subjects: [] }
/** `[main 8d0c2fe] subject`, `[main (root-commit) 8d0c2fe] subject`, `[detached HEAD 8d0c2fe] subject`. */
const MADE = /^\[[^\]\n]{1,300} ([0-9a-f]{7,40})\] /gm
const GIT = /\bgit\b/

/** Which commits runs made, as reported by their sessions, so that later results can be attributed. Newest first in a list. */
export const commits: Part = {
  needs: () => [],
  fold(event) {
    const made = madeBy(event)
    return made.length === 0 ? NOTHING : { documents: made, subjects: [] }
  },
}

function madeBy(event: KnownEvent): Document[] {
  if (event.type !== 'tool-used' || event.run === undefined) return []
  const { kind, ended, command = '', output = '' } = event.payload
  if (kind !== 'shell' || ended !== 'passed' || !GIT.test(command)) return []
  const body: CommitRecord = { run: event.run }
  return [...new Set([...output.matchAll(MADE)].map(([, id]) => id!))].map((id) =>
    makeDocument(COMMIT, id, body, { rank: event.occurredAt }),
  )
}
