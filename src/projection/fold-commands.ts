import { digest } from '../domain/digest.ts'
import { type DocumentKey, type DocumentKind, defineDocument, makeDocument } from '../domain/document.ts'
import type { PayloadOf } from '../domain/events/catalogue.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type CheckKind, checkIn, checkPassed } from '../engine/shell/check-command.ts'
import { shownCheck, shownCommand } from '../engine/shell/shown-command.ts'
import {
  type FailureKind,
  type FailureSignature,
  failureSignature,
} from '../engine/trust/describe-failure.ts'
import { NOTHING, type Part } from './fold-documents.ts'

/** A command by which this repository is built, tested or linted, and how it fares. */
export const REPOSITORY_COMMAND = defineDocument<CommandRecord>('repository-command')
/** A way in which a command fails, over all sessions. */
export const SNAG = defineDocument<SnagRecord>('snag')

export interface CommandRecord {
  readonly kind: CheckKind
  readonly command: string
  readonly passed: number
  readonly failed: number
  /** Sessions in which it passed, the first twelve. */
  readonly sessions: readonly string[]
}

export interface SnagRecord {
  readonly command: string
  readonly kind: FailureKind
  readonly line: string
  readonly times: number
  /** Sessions in which it was met, the first twelve. */
  readonly sessions: readonly string[]
}

const MOST_SESSIONS = 12

type Used = PayloadOf<'tool-used'>

/** What is known of commands over all sessions: constant cost, whatever the number of sessions. */
export const commands: Part = {
  needs(event) {
    const told = toldBy(event)
    return told === undefined ? [] : keysOf(told)
  },
  fold(event, read) {
    const told = toldBy(event)
    if (told === undefined) return NOTHING
    const documents = keysOf(told).map(({ kind, id }) =>
      kind === SNAG
        ? document(SNAG, id, met(read.get(SNAG, id)?.body, told))
        : document(REPOSITORY_COMMAND, id, fared(read.get(REPOSITORY_COMMAND, id)?.body, told)),
    )
    return { documents, subjects: [] }
  },
}

interface Told {
  readonly run: string
  readonly check?: { readonly kind: CheckKind; readonly command: string; readonly passed: boolean }
  readonly snag?: { readonly command: string; readonly signature: FailureSignature }
}

function toldBy(event: KnownEvent): Told | undefined {
  if (event.type !== 'tool-used' || event.run === undefined || event.payload.kind !== 'shell')
    return undefined
  const check = checkTold(event.payload)
  const snag = snagTold(event.payload)
  if (check === undefined && snag === undefined) return undefined
  return { run: event.run, check, snag }
}

function checkTold(used: Used): Told['check'] {
  const check = used.command === undefined ? undefined : checkIn(used.command)
  const passed = check === undefined ? undefined : checkPassed(used, check)
  const command = passed === undefined ? undefined : shownCheck(used.command!)
  return command === undefined ? undefined : { kind: check!.kind, command, passed: passed! }
}

function snagTold({ command, ended, output }: Used): Told['snag'] {
  if (command === undefined || ended !== 'failed') return undefined
  return snagOf(command, output)
}

/** How a command failed, in the words by which it is known again. */
export function snagOf(command: string, output = ''): Told['snag'] {
  const shown = shownCheck(command) ?? shownCommand(command)
  const signature = shown === undefined ? undefined : failureSignature(output)
  return signature === undefined ? undefined : { command: shown!, signature }
}

export function snagId({ command, signature }: NonNullable<Told['snag']>): string {
  return digest(`${command}\n${signature.id}`).slice(0, 24)
}

export function commandId({ kind, command }: Pick<CommandRecord, 'kind' | 'command'>): string {
  return digest(`${kind}\n${command}`).slice(0, 24)
}

function keysOf({ check, snag }: Told): DocumentKey[] {
  return [
    ...(check === undefined ? [] : [{ kind: REPOSITORY_COMMAND, id: commandId(check) }]),
    ...(snag === undefined ? [] : [{ kind: SNAG, id: snagId(snag) }]),
  ]
}

function fared(before: CommandRecord | undefined, { run, check }: Told): CommandRecord {
  const { kind, command, passed } = check!
  const known = before ?? { kind, command, passed: 0, failed: 0, sessions: [] }
  return passed
    ? { ...known, passed: known.passed + 1, sessions: withSession(known.sessions, run) }
    : { ...known, failed: known.failed + 1 }
}

function met(before: SnagRecord | undefined, { run, snag }: Told): SnagRecord {
  const { command, signature } = snag!
  const { kind, line } = signature
  const known = before ?? { command, kind, line, times: 0, sessions: [] }
  return { ...known, times: known.times + 1, sessions: withSession(known.sessions, run) }
}

function withSession(known: readonly string[], run: string): readonly string[] {
  return known.includes(run) || known.length >= MOST_SESSIONS ? known : [...known, run]
}

function document<T extends CommandRecord | SnagRecord>(kind: DocumentKind<T>, id: string, body: T) {
  return makeDocument(kind, id, body, { state: body.kind, rank: body.sessions.length })
}
