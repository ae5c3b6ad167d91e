import { digest } from '../domain/digest.ts'
import { type Document, defineDocument, makeDocument } from '../domain/document.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type CheckKind, checkIn, checkPassed } from '../engine/shell/check-command.ts'
import { shownCheck } from '../engine/shell/shown-command.ts'
import {
  type FailureKind,
  type FailureSignature,
  failureSignature,
} from '../engine/trust/describe-failure.ts'
import { NOTHING, type Part } from './fold-documents.ts'

/** A command by which this repository is built, tested or linted, and how it fares. */
export const REPOSITORY_COMMAND = defineDocument<CommandRecord>('repository-command')

export interface CommandRecord {
  readonly kind: CheckKind
  readonly command: string
  readonly passed: number
  readonly failed: number
  /** Sessions in which it passed, the first twelve. */
  readonly sessions: readonly string[]
}

/** A way in which commands fail, under the id of its signature. */
export const COMMAND_FAILURE = defineDocument<FailureRecord>('command-failure')

export interface FailureRecord {
  readonly kind: FailureKind
  /** Sessions in which it was met, the first twelve. */
  readonly sessions: readonly string[]
}

const MOST_SESSIONS = 12

/** What is known of commands over all sessions: constant cost, whatever the number of sessions. */
export const commands: Part = {
  needs(event) {
    const [check, failure] = [checkRunIn(event), failureIn(event)]
    return [
      ...(check === undefined ? [] : [{ kind: REPOSITORY_COMMAND, id: commandId(check) }]),
      ...(failure === undefined ? [] : [{ kind: COMMAND_FAILURE, id: failure.id }]),
    ]
  },
  fold(event, read) {
    const [check, failure] = [checkRunIn(event), failureIn(event)]
    const documents: Document[] = []
    if (check !== undefined) {
      const id = commandId(check)
      const body = withCheck(read.get(REPOSITORY_COMMAND, id)?.body, check)
      documents.push(makeDocument(REPOSITORY_COMMAND, id, body, orderOf(body)))
    }
    if (failure !== undefined) {
      const { id, kind } = failure
      const sessions = withSession(read.get(COMMAND_FAILURE, id)?.body.sessions ?? [], event.run!)
      documents.push(makeDocument(COMMAND_FAILURE, id, { kind, sessions }, orderOf({ kind, sessions })))
    }
    return documents.length === 0 ? NOTHING : { documents, subjects: [] }
  },
}

function orderOf({ kind, sessions }: Pick<CommandRecord | FailureRecord, 'kind' | 'sessions'>) {
  return { state: kind, rank: sessions.length }
}

function failureIn({ type, payload, run }: KnownEvent): FailureSignature | undefined {
  const isFailed = type === 'tool-used' && run !== undefined && payload.kind === 'shell'
  return isFailed && payload.ended === 'failed' ? failureSignature(payload.output ?? '') : undefined
}

interface CheckRun {
  readonly run: string
  readonly kind: CheckKind
  readonly command: string
  readonly passed: boolean
}

function checkRunIn({ type, payload, run }: KnownEvent): CheckRun | undefined {
  if (type !== 'tool-used' || run === undefined || payload.kind !== 'shell') return undefined
  const check = payload.command === undefined ? undefined : checkIn(payload.command)
  const passed = check === undefined ? undefined : checkPassed(payload, check)
  const command = passed === undefined ? undefined : shownCheck(payload.command!)
  return command === undefined ? undefined : { run, kind: check!.kind, command, passed: passed! }
}

export function commandId({ kind, command }: Pick<CommandRecord, 'kind' | 'command'>): string {
  return digest(`${kind}\n${command}`).slice(0, 24)
}

function withCheck(
  before: CommandRecord | undefined,
  { run, kind, command, passed }: CheckRun,
): CommandRecord {
  const known = before ?? { kind, command, passed: 0, failed: 0, sessions: [] }
  return passed
    ? { ...known, passed: known.passed + 1, sessions: withSession(known.sessions, run) }
    : { ...known, failed: known.failed + 1 }
}

function withSession(known: readonly string[], run: string): readonly string[] {
  return known.includes(run) || known.length >= MOST_SESSIONS ? known : [...known, run]
}
