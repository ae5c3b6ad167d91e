import * as z from 'zod'
import { count } from '../../domain/fields.ts'
import type { Loop } from '../../loop/loop.ts'
import { VERBS } from '../../loop/verbs/catalogue.ts'
import { defineTool, READS } from './tool.ts'
import { toolFields } from './verb-tool.ts'

const { id } = toolFields(VERBS.why)
const { pattern } = toolFields(VERBS.whyNot)
const subject = z.enum(['pattern', 'adapter', 'criterion', 'strategy', 'receipt'])
type Subject = z.output<typeof subject>

const lines = z.array(z.string())

export const whyAnswer = z.strictObject({
  subject,
  id: z.string(),
  text: z.string().optional(),
  state: z.string(),
  arithmetic: z.string().describe('The calculation, to check by hand.'),
  evidence: lines,
  whatWouldChangeIt: lines,
  timeline: z.array(
    z.strictObject({
      at: z.iso.datetime(),
      what: z.string(),
      run: z.string().optional(),
      event: z.string().optional(),
    }),
  ),
  archived: count.optional().describe('Events whose text is archived; they still count.'),
})
export type WhyAnswer = z.input<typeof whyAnswer>

export const why = defineTool({
  name: 'why',
  title: 'Why it is so',
  description:
    'Call it to see the evidence behind something: a pattern that you were shown, the overlay on an adapter that the gate speaks of, a criterion, a strategy, or the receipt of a recall. Gives the state, the figures, the evidence, what would change it, and the facts behind it, newest first.',
  input: z.strictObject({
    subject,
    id: id.describe('The id of the pattern or receipt; the name of the adapter, criterion or strategy.'),
    notPattern: pattern
      .optional()
      .describe('With a receipt: why this pattern was not in it, and what would change that.'),
  }),
  output: whyAnswer,
  hints: READS,
  run: async (call, { subject: about, id, notPattern: pattern }) =>
    about === 'receipt' && pattern !== undefined
      ? namedAnswer(about, await (await call.loop()).whyNot({ receipt: id, pattern }))
      : ANSWERS[about](await call.loop(), id),
})

const ANSWERS: Readonly<Record<Subject, (loop: Loop, id: string) => Promise<WhyAnswer>>> = {
  pattern: whyPattern,
  adapter: async (loop, id) => namedAnswer('adapter', await loop.whyAdapter(id)),
  criterion: async (loop, id) => namedAnswer('criterion', await loop.whyCriterion(id)),
  strategy: async (loop, id) => namedAnswer('strategy', await loop.whyStrategy(id)),
  receipt: async (loop, id) => namedAnswer('receipt', await loop.whyReceipt(id)),
}

/** Why a pattern has its status; also the content of its resource. */
export async function whyPattern(loop: Loop, id: string): Promise<WhyAnswer> {
  const given = await loop.why(id)
  const { standing } = given
  return {
    subject: 'pattern',
    id: given.pattern,
    text: given.text,
    state: given.summary,
    arithmetic: given.arithmetic,
    evidence: [...given.runs, ...given.notes],
    whatWouldChangeIt: [...standing.next],
    timeline: given.timeline.map(momentOf),
    archived: given.archived,
  }
}

type Named = Awaited<ReturnType<Loop['whyCriterion']>>

function namedAnswer(about: Subject, named: Named): WhyAnswer {
  return {
    subject: about,
    id: named.name,
    state: named.state,
    arithmetic: named.arithmetic,
    evidence: [...named.evidence],
    whatWouldChangeIt: [...named.whatWouldChangeIt],
    timeline: named.timeline.map(momentOf),
    archived: named.archived,
  }
}

function momentOf({ at, what, run, event }: Named['timeline'][number]): WhyAnswer['timeline'][number] {
  return { at: new Date(at).toISOString(), what, event, run }
}
