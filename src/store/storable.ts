import type { Document } from '../domain/document.ts'
import type { NewEvent } from '../domain/event.ts'
import type { Scope } from '../domain/scope.ts'
import { UserError } from '../domain/user-error.ts'
import type { CacheEntry } from './port.ts'

/** PostgreSQL does not accept NUL, and a lone surrogate has no bytes in UTF-8. */
const NO_TEXT = /[\0\p{Surrogate}]/u
const EVERY_NO_TEXT = /[\0\p{Surrogate}]/gu

/** Four names fit in one entry of a PostgreSQL index, which has at most 2,704 bytes. */
const MOST_BYTES = 1_000

/** Fast path for most names: printable ASCII, which every store can keep. */
const PLAIN_NAME = /^[\x20-\x7e]{1,1000}$/

/** Whether every store can keep the text and find it again: not empty, real text, at most 1,000 bytes. */
export function isName(text: string): boolean {
  return PLAIN_NAME.test(text) || (text !== '' && isText(text) && Buffer.byteLength(text) <= MOST_BYTES)
}

/** Fast path for most texts: no NUL and no surrogates. */
const PLAIN_TEXT = /^[^\0\ud800-\udfff]*$/

/** Whether every store can keep the text as a value. */
export function isText(text: string): boolean {
  return PLAIN_TEXT.test(text) || !NO_TEXT.test(text)
}

/** The text with U+FFFD in place of characters that cannot be stored; payloads and bodies are JSON and do not need this. */
export function storableText(text: string): string {
  return isText(text) ? text : text.replace(EVERY_NO_TEXT, '\ufffd')
}

export function checkedScope(scope: Scope): Scope {
  for (const part of ['organisation', 'project'] as const)
    if (!isName(scope[part])) throw noName(`The ${part}`, scope[part])
  return scope
}

/** Refuses immediately, in every store, what some database would refuse or silently change. */
export function checkFact(event: NewEvent): void {
  for (const part of ['id', 'key', 'type', 'stream'] as const)
    if (!isName(event[part])) throw noName(`The ${part} of an event`, event[part])
  if (event.run !== undefined && !isName(event.run)) throw noName('The run of an event', event.run)
  for (const part of ['occurredAt', 'recordedAt'] as const)
    if (!Number.isSafeInteger(event[part]))
      throw new UserError('usage', `${part} of event ${event.id} is ${event[part]}.`, 'Give whole milliseconds.')
}

/** A document in the form that every store can keep. If it has none, the projector is at fault. */
export function storableDocument(document: Document): Document {
  const { kind, id, state, rank } = document
  if (!isName(kind) || !isName(id) || !isText(state) || Number.isNaN(rank))
    throw new TypeError(`no store can keep the document ${JSON.stringify({ kind, id, state, rank })}`)
  const text = storableText(document.text)
  return text === document.text ? document : { ...document, text }
}

export function checkSubject(subject: string): void {
  if (!isName(subject)) throw new TypeError(`no store can keep the subject ${JSON.stringify(subject)}`)
}

/** If an entry cannot be cached, the caller is at fault. */
export function checkCache(kind: string, entries: readonly CacheEntry[]): void {
  for (const { id, value } of entries)
    if (!isName(kind) || !isName(id) || !isText(value))
      throw new TypeError(`no store can cache ${JSON.stringify({ kind, id })}`)
}

function noName(what: string, value: string): UserError {
  const shown = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  return new UserError(
    'usage',
    `${what} is ${shown}, which cannot be stored.`,
    `Use 1 to ${MOST_BYTES} bytes of text without NUL characters or lone surrogates.`,
  )
}
