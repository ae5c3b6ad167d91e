import type { Origin } from '../../domain/event.ts'
import { UserError } from '../../domain/user-error.ts'
import type { LoopContext } from '../context.ts'
import { appendFacts, type Draft, isConflict } from '../journal/append-facts.ts'
import { agentsWord } from '../runs/agent-claims.ts'
import { refusedDraft } from '../runs/list-outcomes.ts'
import { OutcomeRefused, readOutcomeRecord } from '../runs/read-outcome-record.ts'
import { outcomeDraft } from '../runs/record-outcome.ts'

export interface ImportOptions {
  /** The source of the lines; stored with refused ones. */
  readonly source?: string
  readonly onProgress?: (lines: number) => void
}

export interface OutcomesImported {
  readonly lines: number
  readonly recorded: number
  readonly duplicates: number
  readonly refused: number
  /** The first refused lines, with the reasons. */
  readonly problems: readonly { readonly line: number; readonly problem: string }[]
  /** Fields in the log that its author may not set. */
  readonly notKept?: readonly string[]
}

const BATCH = 200
const MOST_PROBLEMS = 50

interface Line {
  readonly number: number
  readonly text: string
  readonly drafts: readonly Draft[]
}

/** Records a log of outcomes, one JSON object a line, as it streams in. A refused line is kept aside with the reason. Importing the same log again changes nothing. */
export async function importOutcomes(
  context: LoopContext,
  lines: AsyncIterable<string> | Iterable<string>,
  { source, onProgress }: ImportOptions = {},
): Promise<OutcomesImported> {
  const sum = { lines: 0, recorded: 0, duplicates: 0, refused: 0 }
  const problems: { line: number; problem: string }[] = []
  const notKept = new Set<string>()
  let batch: Line[] = []
  const refuse = async ({ number, text }: Omit<Line, 'drafts'>, reasons: readonly string[]) => {
    const from = source === undefined ? {} : { source }
    await appendFacts(context, [refusedDraft({ problems: reasons, record: text, ...from })])
    sum.refused++
    if (problems.length < MOST_PROBLEMS) problems.push({ line: number, problem: reasons.join('; ') })
  }
  const flush = async () => {
    const { recorded, duplicates, conflicts } = await appendLines(context, batch)
    sum.recorded += recorded
    sum.duplicates += duplicates
    for (const { line, problem } of conflicts) await refuse(line, [problem])
    batch = []
    onProgress?.(sum.lines)
  }
  for await (const text of lines) {
    sum.lines++
    if (text.trim() === '') continue
    const line = { number: sum.lines, text }
    const read = await readLine(text, context.origin)
    if ('problems' in read) await refuse(line, read.problems)
    else {
      batch.push({ ...line, drafts: read.drafts })
      for (const field of read.notKept) notKept.add(field)
    }
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return notKept.size === 0 ? { ...sum, problems } : { ...sum, problems, notKept: [...notKept] }
}

async function readLine(
  text: string,
  origin: Origin,
): Promise<{ drafts: Draft[]; notKept: readonly string[] } | { problems: readonly string[] }> {
  try {
    const { payload, occurredAt } = await readOutcomeRecord(parsed(text))
    const { notKept } = agentsWord(origin, payload)
    return { drafts: [await outcomeDraft(payload, occurredAt, origin)], notKept }
  } catch (error) {
    if (error instanceof OutcomeRefused) return { problems: error.problems }
    if (error instanceof UserError) return { problems: [error.message] }
    throw error
  }
}

/** Parses a line without quoting it in the error, because it may contain a secret. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new OutcomeRefused(['the line is not JSON'])
  }
}

/** Appends in one transaction; if there is a conflict, one by one, so that only conflicting lines are left out. */
async function appendLines(context: LoopContext, lines: readonly Line[]) {
  const all = { recorded: 0, duplicates: 0, conflicts: [] as { line: Line; problem: string }[] }
  const append = async (some: readonly Line[]) => {
    const drafts = some.flatMap((line) => line.drafts)
    const appended = await appendFacts(context, drafts)
    for (const { duplicate } of appended) duplicate ? all.duplicates++ : all.recorded++
  }
  if (lines.length === 0) return all
  try {
    await append(lines)
  } catch (error) {
    if (!isConflict(error)) throw error
    for (const line of lines)
      await append([line]).catch((cause: unknown) => {
        if (!isConflict(cause)) throw cause
        all.conflicts.push({ line, problem: (cause as UserError).message })
      })
  }
  return all
}
