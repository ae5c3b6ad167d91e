import { CYCLE } from '../../projection/documents/governance-documents.ts'
import { type GraphEvent, graphEvents } from '../../report/graph.ts'
import type { LoopContext } from '../context.ts'

/** What the newest graded runs led to, oldest first. */
export async function graph({ journal }: LoopContext, { runs = 10_000 } = {}): Promise<GraphEvent[]> {
  const documents = await journal.list(CYCLE, { limit: runs })
  return graphEvents(
    documents.flatMap(({ body }) => {
      const { governed, ...cycle } = body
      if (governed.outcome === undefined) return []
      return [{ ...cycle, outcome: governed.outcome, rolledBack: governed.rolledBack }]
    }),
  )
}
