import type { Document, DocumentKey, DocumentReader, Folded, Projector } from '../domain/document.ts'
import { hasTrait } from '../domain/events/traits.ts'
import type { KnownEvent } from '../domain/read-event.ts'
import { remembering, withMembers } from '../domain/sets.ts'
import { type Policy, policyHash } from '../engine/laws/policy.ts'
import { POSTERIOR, REVIEWER } from './documents/belief-documents.ts'
import { LOOP, PATTERN, RUN, type RunRecord, runDocument } from './documents/documents.ts'
import type { Part } from './documents/fold-documents.ts'
import { papersNamed, patternsNamed } from './feedback-weight.ts'
import { approvals } from './fold-approvals.ts'
import { beliefNeeds, foldBeliefs } from './fold-beliefs.ts'
import { commands } from './fold-commands.ts'
import { dayNeeds, foldDays } from './fold-days.ts'
import { decisions, governance } from './fold-governance.ts'
import { iterations } from './fold-iteration.ts'
import { conflicts, learnings, triggers, wordings } from './fold-learning.ts'
import { foldLoop } from './fold-loop.ts'
import { foldPatterns } from './fold-patterns.ts'
import { foldRun, patternsGraded } from './fold-run.ts'
import { criteria, goals, scores } from './fold-scores.ts'
import { commits, sessions } from './fold-sessions.ts'
import { sharing } from './fold-sharing.ts'
import { plans, strategies } from './fold-strategies.ts'
import { errors, strikes, tasks } from './fold-tasks.ts'

/** The read models other than runs and patterns. None reads another's documents. */
const PARTS: readonly Part[] = [
  learnings,
  tasks,
  criteria,
  plans,
  strategies,
  scores,
  governance,
  decisions,
  wordings,
  errors,
  strikes,
  iterations,
  approvals,
  goals,
  triggers,
  sharing,
  sessions,
  commands,
  commits,
  conflicts,
]

const partsFor = remembering((type: string) => PARTS.filter(({ types }) => types.some((one) => one === type)))

/** The projector of the loop: every read model, from every event, under one policy. An event of an unknown type is only counted. */
export function createProjector(policy: Policy): Projector {
  return {
    policyHash: policyHash(policy),
    needs: (event, read) => needs(event as KnownEvent, read, policy),
    fold: (event, read) => fold(event as KnownEvent, read, policy),
  }
}

/** The same for runs and patterns only, which is enough for the history of one pattern. */
export function patternProjector(policy: Policy): Pick<Projector, 'fold'> {
  return {
    fold: (event, read) => {
      const { run, patterns, beliefs } = foldTogether(event as KnownEvent, read, policy)
      return { documents: [...patterns.documents, ...run, ...beliefs], subjects: [] }
    },
  }
}

function needs(event: KnownEvent, read: DocumentReader, policy: Policy): DocumentKey[] {
  const keys: DocumentKey[] = [{ kind: LOOP, id: LOOP }]
  const pattern = (id: string) => keys.push(...patternKeys(id, read))
  if (event.type !== 'pattern-injected') patternsNamed(event).forEach(pattern)
  if (event.run !== undefined) {
    keys.push({ kind: RUN, id: event.run })
    patternsGraded(event, read.get(RUN, event.run)?.body.run).forEach(pattern)
  }
  keys.push(...beliefNeeds(event, read, policy), ...dayNeeds(event, read))
  for (const part of partsFor(event.type)) keys.push(...part.needs(event, read, policy))
  return keys
}

/** A pattern, and the warning that it has turned into. */
function patternKeys(id: string, read: DocumentReader): DocumentKey[] {
  const warning = read.get(PATTERN, id)?.body.warning
  return [id, ...(warning === undefined ? [] : [warning])].map((one) => ({ kind: PATTERN, id: one }))
}

/** A run, the patterns that it used, and the beliefs in them. */
function foldTogether(event: KnownEvent, read: DocumentReader, policy: Policy) {
  const before = event.run === undefined ? undefined : read.get(RUN, event.run)?.body
  const { record, grades } = foldRun(before, event, read, policy)
  const touch = { named: patternsNamed(event), grades, before: before?.run, after: record?.run }
  const patterns = foldPatterns(event, touch, read, policy)
  const { exposure, documents: beliefs } = foldBeliefs(event, { before, after: record }, read, policy)
  const after = record && exposure !== record.exposure ? withMembers(record, { exposure }) : record
  return { before, record, patterns, beliefs, run: after === undefined ? [] : [runDocument(after)] }
}

function fold(event: KnownEvent, read: DocumentReader, policy: Policy): Folded {
  const { before, record, patterns, beliefs, run } = foldTogether(event, read, policy)
  const changed = {
    isNewRun: before === undefined && event.run !== undefined,
    patterns: hasTrait(event.type, 'rewrites') ? 'all' : patterns.documents.map(({ id }) => id),
    areBeliefs: beliefs.some(({ kind }) => kind === POSTERIOR || kind === REVIEWER),
  } as const
  const documents: Document[] = [foldLoop(event, read, changed), ...patterns.documents, ...run]
  documents.push(...beliefs, ...foldDays(event, { before, after: record }, { beliefs, read }))
  const subjects = [...patterns.subjects, ...usedInWork(event, before), ...papersNamed(event)]
  for (const part of partsFor(event.type)) {
    const folded = part.fold(event, read, policy)
    documents.push(...folded.documents)
    subjects.push(...folded.subjects)
  }
  return { documents, subjects }
}

/** The fate of a run's work concerns all patterns that it used, although merged and reworked work together give them no credit. */
function usedInWork(event: KnownEvent, before: RunRecord | undefined): string[] {
  if (!hasTrait(event.type, 'of-work')) return []
  return patternsGraded(event, before?.run).map((id) => `pattern/${id}`)
}
