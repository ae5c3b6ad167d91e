import * as z from 'zod'
import { count, line, name, safeId } from './fields.ts'

export const journalEvents = {
  'pattern-pushed.v1': {
    summary: 'A pattern was given to the organisation.',
    stream: 'pattern',
    payload: z.strictObject({
      pattern: safeId,
      organisation: name,
      journal: safeId,
      evidence: z.record(z.string().max(40), z.number()),
    }),
  },
  'pattern-pulled.v1': {
    summary: 'A pattern came from the organisation.',
    stream: 'pattern',
    payload: z.strictObject({
      pattern: safeId,
      text: line,
      sourceProject: name,
      sourceJournal: safeId,
      sourceEvent: safeId,
      evidence: z.record(z.string().max(40), z.number()),
    }),
  },
  'event-undone.v1': {
    summary: 'A person took a fact back.',
    stream: 'journal',
    payload: z.strictObject({ event: safeId, by: name, reason: line }),
  },
  'payload-erased.v1': {
    summary: 'The content of a fact was erased; its digest stays in the chain.',
    stream: 'journal',
    payload: z.strictObject({ event: safeId, by: name, reason: line }),
  },
  'retention-applied.v1': {
    summary: 'Old facts were folded into a checkpoint.',
    stream: 'journal',
    payload: z.strictObject({
      upTo: count,
      events: count,
      archive: name.optional(),
      statistics: z.record(z.string().max(100), z.number()),
    }),
  },
  'loop-failed.v1': {
    summary: 'A part of the loop failed and let the agent go on.',
    stream: 'journal',
    payload: z.strictObject({
      part: z.enum(['capture', 'learn', 'inject', 'correct', 'judge', 'gate', 'share', 'retention', 'hook']),
      code: name,
      message: z.string().max(4_000),
    }),
  },
} as const
