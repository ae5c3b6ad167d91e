import type { Document } from '../domain/document.ts'
import type { NewEvent } from '../domain/event.ts'
import type { Scope } from '../domain/scope.ts'
import { UserError } from '../domain/user-error.ts'
import type { CacheEntry } from './port.ts'

/** NUL is no text to PostgreSQL, and half a surrogate pair has no bytes in UTF-8. */
const NO_TEXT = /[\0\p{Surrogate}]/u
const EVERY_NO_TEXT = /[\0\p{Surrogate}]/gu

/** Four names fit in one entry of an index of PostgreSQL, which takes 2,704 bytes. */
const MOST_BYTES = 1_000

/** Most names: a byte a character, and none that a store cannot keep. */
const PLAIN_NAME = /^[\x20-\x7e]{1,1000}$/

/** Whether every store can keep the text and find it again: not empty, real text, at most 1,000 bytes. */
export function isName(text: string): boolean {
  return PLAIN_NAME.test(text) || (text !== '' && isText(text) && Buffer.byteLength(text) <= MOST_BYTES)
}

/** Most texts: in whose units nothing is missing, whatever stands beside it. */
const PLAIN_TEXT = /^[^\0\ud800-\udfff]*$/

/** Whether every store can keep the text as a value. */
export function isText(text: string): boolean {
  return PLAIN_TEXT.test(text) || !NO_TEXT.test(text)
}

/** The text with U+FFFD in place of what cannot be stored; payloads and bodies are JSON and need none of this. */
export function storableText(text: string): string {
  return isText(text) ? text : text.replace(EVERY_NO_TEXT, '\ufffd')
}

export function checkedScope(scope: Scope): Scope {
  for (const part of ['organisation', 'project'] as const)
    if (!isName(scope[part])) throw noName(`The ${part}`, scope[part])
  return scope
}

/** Refuses at once, and in every store alike, what some database would refuse or silently change. */
export function checkFact(event: NewEvent): void {
  for (const part of ['id', 'key', 'type', 'stream'] as const)
    if (!isName(event[part])) throw noName(`The ${part} of an event`, event[part])
  if (event.run !== undefined && !isName(event.run)) throw noName('The run of an event', event.run)
  for (const part of ['occurredAt', 'recordedAt'] as const)
    if (!Number.isSafeInteger(event[part]))
      throw new UserError('usage', `${part} of event ${event.id} is ${event[part]}.`, 'Give whole milliseconds.')
}

/** A document as every store keeps it. What cannot be kept is a fault of the projector. */
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

/** What cannot be cached is a fault of the caller. */
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
