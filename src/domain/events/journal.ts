import * as z from 'zod'
import { count, event, line, name, safeId, share } from '../fields.ts'
import { instant, sharedContent, sharedEvidence } from '../shared-pattern.ts'
import { PULL_METHODS } from '../values/pattern.ts'

export const journalEvents = {
  'pattern-pushed': event('pattern', 'A pattern was pushed to the organisation, as of that time.', {
    pattern: safeId,
    organisation: name,
    project: name,
    journal: safeId,
    by: name,
    ...sharedContent,
    evidence: sharedEvidence,
  }),
  'pattern-pulled': event(
    'pattern',
    'A pattern was pulled from the organisation; includes its source and the pattern it was joined to.',
    {
      pattern: safeId,
      sourceProject: name,
      sourceJournal: safeId,
      sourcePattern: safeId,
      sourceEvent: safeId,
      pushedAt: instant,
      ...sharedContent,
      textHash: z.string().length(64),
      evidence: sharedEvidence,
      joined: z.strictObject({ method: z.enum(PULL_METHODS), similarity: share }),
      /** The pattern that the source was joined to before it changed its words. */
      left: safeId.optional(),
    },
  ),
  'event-undone': event(
    'undo',
    'A person undid an event, which may itself have been an undo. A batch is what one command did.',
    { event: safeId, batch: safeId, by: name, reason: line },
  ),
  'payload-erased': event('journal', 'The payload of an event was erased; its digest stays in the chain.', {
    event: safeId,
    by: name,
    reason: line,
  }),
  'retention-applied': event('journal', 'Old events were archived and their documents kept as a checkpoint.', {
    upTo: count,
    events: count,
    archive: name.optional(),
    statistics: z.record(z.string().max(100), z.number()),
  }),
  'loop-failed': event('journal', 'A component of the loop failed; the agent continued.', {
    part: z.enum(['capture', 'learn', 'inject', 'correct', 'judge', 'gate', 'share', 'retention', 'hook']),
    code: name,
    message: z.string().max(4_000),
  }),
} as const
