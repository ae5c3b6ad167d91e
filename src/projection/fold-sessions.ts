import { type Document, defineDocument, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import { type TypeThat, typesThat } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { withoutUndefined } from '../domain/sets.ts'
import { CLIENTS, LATE_END } from '../domain/values/session.ts'
import { stripOwnBlocks } from '../engine/text/own-blocks.ts'
import { oneLine } from '../engine/text/visible-text.ts'
import { partFor } from './documents/fold-documents.ts'

/** A session of a client in numbers. Its run has what it was shown and how it ended. */
export const SESSION = defineDocument<SessionRecord>('session')

export interface SessionRecord {
  readonly run: string
  /** From its first event, or from the hook that reported a step; unknown if neither named it. */
  readonly client?: PayloadOf<'session-started'>['client']
  readonly model?: string
  readonly firstAt: number
  readonly lastAt: number
  readonly prompts: number
  /** The beginning of the first prompt, by which people recognise the session. */
  readonly about?: { readonly text: string; readonly at: number }
  readonly steps: number
  readonly edits: number
  readonly errors: number
  readonly denied: number
  readonly endedAt?: number
}
const LONGEST_ABOUT = 200

type SessionFact = Extract<KnownEvent, { type: TypeThat<'of-session'> }>

export const sessions = partFor(typesThat('of-session'), {
  needs: ({ run }) => (run === undefined ? [] : [{ kind: SESSION, id: run }]),
  fold(event, read) {
    if (event.run === undefined) return undefined
    const before = read.get(SESSION, event.run)?.body ?? begun(event.run, event.occurredAt)
    return { documents: [sessionDocument(evolved(before, event as SessionFact))], subjects: [] }
  },
})

function begun(run: string, at: number): SessionRecord {
  return { run, firstAt: at, lastAt: at, prompts: 0, steps: 0, edits: 0, errors: 0, denied: 0 }
}

/** The order of facts does not change the record. */
function evolved(before: SessionRecord, event: SessionFact): SessionRecord {
  const at = event.occurredAt
  const times = { firstAt: Math.min(before.firstAt, at), lastAt: Math.max(before.lastAt, at) }
  const known = { ...before, ...clientOf(before, event), ...times }
  switch (event.type) {
    case 'session-started': {
      const { client, model } = event.payload
      return { ...known, client, ...withoutUndefined({ model }) }
    }
    case 'prompt-given':
      return { ...known, prompts: known.prompts + 1, ...aboutOf(known, event.payload.text, at) }
    case 'tool-used':
      return counted(known, event.payload, event.key.endsWith(LATE_END) ? 0 : 1)
    case 'session-ended':
      return { ...known, endedAt: Math.max(known.endedAt ?? 0, at) }
    default:
      return known
  }
}

/** A session belongs to one client, whichever of its facts comes first. */
function clientOf({ client }: SessionRecord, { origin }: SessionFact): Pick<SessionRecord, 'client'> {
  const told = client ?? CLIENTS.find((name) => name === origin.client)
  return told === undefined ? {} : { client: told }
}

function aboutOf({ about }: SessionRecord, prompt: string, at: number): Pick<SessionRecord, 'about'> {
  const text = oneLine(stripOwnBlocks(prompt)).slice(0, LONGEST_ABOUT)
  if (text === '' || (about !== undefined && about.at <= at)) return about === undefined ? {} : { about }
  return { about: { text, at } }
}

/** Adds one step, or none if only the end of a known step was reported. */
function counted(known: SessionRecord, { kind, ended }: PayloadOf<'tool-used'>, more: 0 | 1): SessionRecord {
  return {
    ...known,
    steps: known.steps + more,
    edits: known.edits + (kind === 'edit' && ended !== 'denied' ? more : 0),
    errors: known.errors + (ended === 'failed' ? 1 : 0),
    denied: known.denied + (ended === 'denied' ? 1 : 0),
  }
}

/** `ended` until something happens after it: an ended session can be resumed. */
function sessionDocument(record: SessionRecord) {
  const state = record.endedAt !== undefined && record.endedAt >= record.lastAt ? 'ended' : 'open'
  return makeDocument(SESSION, record.run, record, { state, rank: record.lastAt })
}

/** A commit that a run made, by its id or as much of it as git printed. */
export const COMMIT = defineDocument<CommitRecord>('commit')

export interface CommitRecord {
  readonly run: string
  readonly subject?: string
  readonly authoredAt?: number
}

/** `[main 8d0c2fe] subject`, `[main (root-commit) 8d0c2fe] subject`, `[detached HEAD 8d0c2fe] subject`; Gemini puts `Output: ` before it. */
const MADE = /^(?:Output: )?\[[^\]\n]{1,300} ([0-9a-f]{7,40})\] /gm
const GIT = /\bgit\b/

/** The commits of runs, as reported by their sessions, so that later results can be attributed. Newest first in a list. */
export const commits = partFor(['commits-made', 'tool-used'], {
  fold(event) {
    const made = madeBy(event)
    return made.length === 0 ? undefined : { documents: made, subjects: [] }
  },
})

function madeBy(event: KnownEvent): Document[] {
  if (event.type === 'commits-made' && event.run !== undefined) {
    const { run, occurredAt } = event
    return event.payload.commits.map(({ id, ...more }) =>
      makeDocument(COMMIT, id, { run, ...more }, { rank: occurredAt }),
    )
  }
  if (event.type !== 'tool-used' || event.run === undefined) return []
  const { kind, ended, command = '', output = '' } = event.payload
  if (kind !== 'shell' || ended !== 'passed' || !GIT.test(command)) return []
  const body: CommitRecord = { run: event.run }
  return [...new Set([...output.matchAll(MADE)].map(([, id]) => id!))].map((id) =>
    makeDocument(COMMIT, id, body, { rank: event.occurredAt }),
  )
}
