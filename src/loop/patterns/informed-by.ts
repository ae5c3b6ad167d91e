import { typesThat } from '../../domain/events/traits.ts'
import type { PatternRecord } from '../../engine/standing/pattern-record.ts'
import { PATTERN, RUN } from '../../projection/documents/documents.ts'
import { behindPasses, type Tied, type Ties, tiesOf, type UsedIn } from '../../report/informed-by.ts'
import type { LoopContext } from '../context.ts'
import { runStream } from '../journal/append-facts.ts'
import { factsIn } from '../journal/facts-about.ts'

const TOLD = ['pattern-injected', 'verdict-recorded', 'pattern-ignored'] as const
const NEWEST_USES = 500
const NEWEST_RUNS = 50

/** Which patterns of other roles were used for the same PASS, in the newest 50 runs that used this one. Never recorded: a stored tie would outlive the dismissal that changes it. Nothing ranks by ties. */
export async function ties(context: LoopContext, { pattern }: PatternRecord): Promise<Ties> {
  const used = await runsThatUsed(context, pattern.id)
  const ids = new Set(used.flatMap((one) => behindPasses(one).flatMap(({ patterns }) => patterns)))
  const documents = await context.journal.documents([...ids].map((id) => ({ kind: PATTERN, id })))
  const known = documents.map(({ body }): Tied => body.pattern)
  return tiesOf(pattern, used, new Map(known.map((one) => [one.id, one])))
}

async function runsThatUsed(context: LoopContext, id: string): Promise<UsedIn[]> {
  const { journal } = context
  const uses = await journal.read({
    subject: `pattern/${id}`,
    types: typesThat('use'),
    newestFirst: true,
    limit: NEWEST_USES,
  })
  const runs = [...new Set(uses.flatMap(({ run }) => run ?? []))].slice(0, NEWEST_RUNS)
  const documents = await journal.documents(runs.map((run) => ({ kind: RUN, id: run })))
  const passed = documents.map(({ body }) => body.run).filter(({ passedAt }) => passedAt !== undefined)
  return Promise.all(
    passed.map(async (run) => ({
      run,
      facts: await factsIn(context, { stream: runStream(run.id), types: TOLD }),
    })),
  )
}
