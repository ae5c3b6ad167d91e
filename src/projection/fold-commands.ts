import { digest } from '../domain/digest.ts'
import { type Document, defineDocument, makeDocument } from '../domain/document.ts'
import type { EventOf } from '../domain/read-event.ts'
import { remembering } from '../domain/sets.ts'
import { type CheckKind, checkIn, checkPassed } from '../engine/shell/check-command.ts'
import { shownCheck } from '../engine/shell/shown-command.ts'
import { lastingFailures } from '../engine/trust/describe-failure.ts'
import { partFor } from './documents/fold-documents.ts'

/** A command that builds, tests or lints this repository, and its results. */
export const REPOSITORY_COMMAND = defineDocument<CommandRecord>('repository-command')

export interface CommandRecord {
  readonly kind: CheckKind
  readonly command: string
  readonly passed: number
  readonly failed: number
  /** Sessions in which it passed, the first twelve. */
  readonly sessions: readonly string[]
}

/** A way in which commands fail, under its id. */
export const COMMAND_FAILURE = defineDocument<FailureRecord>('command-failure')

export interface FailureRecord {
  /** The first twelve sessions that had it. */
  readonly sessions: readonly string[]
}

const MOST_SESSIONS = 12

/** Commands of all sessions, at constant cost, however many sessions there are. */
export const commands = partFor(['tool-used'], {
  needs(event) {
    const check = checkRunIn(event)
    return [
      ...(check === undefined ? [] : [{ kind: REPOSITORY_COMMAND, id: commandId(check) }]),
      ...failuresIn(event).map((id) => ({ kind: COMMAND_FAILURE, id })),
    ]
  },
  fold(event, read) {
    const check = checkRunIn(event)
    const documents: Document[] = failuresIn(event).map((id) => {
      const sessions = withSession(read.get(COMMAND_FAILURE, id)?.body.sessions ?? [], event.run!)
      return makeDocument(COMMAND_FAILURE, id, { sessions }, { rank: sessions.length })
    })
    if (check === undefined) return documents.length === 0 ? undefined : { documents, subjects: [] }
    const id = commandId(check)
    const body = withCheck(read.get(REPOSITORY_COMMAND, id)?.body, check)
    const order = { state: body.kind, rank: body.sessions.length }
    return { documents: [...documents, makeDocument(REPOSITORY_COMMAND, id, body, order)], subjects: [] }
  },
})

function failuresIn({ payload, run }: EventOf<'tool-used'>): string[] {
  if (run === undefined || payload.kind !== 'shell') return []
  return payload.ended === 'failed' ? lastingFailures(payload.output ?? '') : []
}

interface CheckRun {
  readonly run: string
  readonly kind: CheckKind
  readonly command: string
  readonly passed: boolean
}

/** Cached: the same few commands run again and again. */
const readCommand = remembering((text: string) => {
  const check = checkIn(text)
  const command = check && shownCheck(text)
  return check && command !== undefined ? { check, command } : undefined
})

function checkRunIn({ payload, run }: EventOf<'tool-used'>): CheckRun | undefined {
  if (run === undefined || payload.kind !== 'shell') return undefined
  const read = payload.command === undefined ? undefined : readCommand(payload.command)
  const passed = read && checkPassed(payload, read.check)
  return passed === undefined ? undefined : { run, kind: read!.check.kind, command: read!.command, passed }
}

export function commandId({ kind, command }: Pick<CommandRecord, 'kind' | 'command'>): string {
  return digest(`${kind}\n${command}`).slice(0, 24)
}

function withCheck(before: CommandRecord | undefined, { run, kind, command, passed }: CheckRun): CommandRecord {
  const known = before ?? { kind, command, passed: 0, failed: 0, sessions: [] }
  return passed
    ? { ...known, passed: known.passed + 1, sessions: withSession(known.sessions, run) }
    : { ...known, failed: known.failed + 1 }
}

function withSession(known: readonly string[], run: string): readonly string[] {
  return known.includes(run) || known.length >= MOST_SESSIONS ? known : [...known, run]
}
