import type { Document, DocumentKey, DocumentReader, Folded, Projector } from '../domain/document.ts'
import type { JournalEvent } from '../domain/event.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { type Policy, policyHash } from '../engine/policy.ts'
import { ALIAS, aliasDocument, aliasId, LEARNING, LOOP, PATTERN, RUN, runRecord } from './documents.ts'
import { foldLearning } from './fold-learning.ts'
import { foldLoop } from './fold-loop.ts'
import { foldPatterns } from './fold-patterns.ts'
import { foldRun } from './fold-run.ts'

/**
 * The projector of the loop: every read model, from every event, under one policy. Total: an event of a type that this
 * release does not know, written by a newer one, is only counted.
 */
export function createProjector(policy: Policy): Projector {
  return {
    policyHash: policyHash(policy),
    needs: (event, read) => needs(event as KnownEvent, read),
    fold: (event, read) => fold(event as KnownEvent, read, policy),
  }
}

function needs(event: KnownEvent, read: DocumentReader): DocumentKey[] {
  const keys: DocumentKey[] = [{ kind: LOOP, id: LOOP }]
  if (event.type !== 'pattern-injected.v1')
    for (const id of patternsNamed(event)) keys.push({ kind: PATTERN, id })
  if (event.run !== undefined) {
    keys.push({ kind: RUN, id: event.run })
    for (const id of Object.keys(runRecord(read, event.run)?.run.tiers ?? {}))
      if (regrades(event)) keys.push({ kind: PATTERN, id })
  }
  if (event.type === 'learning-captured.v1' || event.type === 'learning-classified.v1')
    keys.push({ kind: LEARNING, id: event.payload.learning })
  if (event.type === 'pattern-sighted.v1') keys.push({ kind: ALIAS, id: aliasId(event.payload) })
  return keys
}

function fold(event: KnownEvent, read: DocumentReader, policy: Policy): Folded {
  const before = event.run === undefined ? undefined : runRecord(read, event.run)
  const { run, credits } = foldRun(before, event, read, policy)
  const patterns = foldPatterns(event, patternsNamed(event), credits, read, policy)
  const isNewRun = before === undefined && event.run !== undefined
  const changesPatterns = patterns.documents.length > 0
  const documents: Document[] = [foldLoop(event, read, { isNewRun, changesPatterns }), ...patterns.documents]
  if (run !== undefined) documents.push(run)
  const learning = foldLearning(event, read)
  if (learning !== undefined) documents.push(learning)
  if (event.type === 'pattern-sighted.v1')
    documents.push(aliasDocument(aliasId(event.payload), event.payload.pattern))
  return { documents, subjects: patterns.subjects }
}

/** Events after which the patterns of the run may be due more, or less. */
function regrades(event: KnownEvent): boolean {
  switch (event.type) {
    case 'outcome-recorded.v1':
    case 'run-merged.v1':
    case 'run-reverted.v1':
    case 'verdict-recorded.v1':
      return true
    default:
      return false
  }
}

/** The patterns that an event speaks of by itself. */
export function patternsNamed(event: JournalEvent<unknown>): string[] {
  const known = event as KnownEvent
  if (known.type === 'pattern-injected.v1') return known.payload.items.map((item) => item.pattern)
  if (known.type === 'feedback-given.v1') return known.payload.subject === 'pattern' ? [known.payload.id] : []
  const named = (known.payload as { pattern?: unknown }).pattern
  return typeof named === 'string' ? [named] : []
}
