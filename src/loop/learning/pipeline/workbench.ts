import { RUN } from '../../../projection/documents/documents.ts'
import {
  ITERATION,
  type IterationRecord,
  iterationId,
  type Outstanding,
  statesLacking,
} from '../../../projection/documents/iteration-documents.ts'
import type { LoopContext } from '../../context.ts'
import { readerOf } from '../../facts/facts-about.ts'
import { type Change, isUnavailable, type Unavailable, type Workshop } from '../workshop.ts'

/** Work older than so many iterations is let rest: what they changed can no longer be told from what came after. */
const MOST_ITERATIONS = 500
const NO_WORKSHOP: Unavailable = { unavailable: 'the loop was opened without a folder to look at' }

/** What the steps of one call share, each thing found out once. */
export class Workbench {
  readonly context: LoopContext
  readonly workshop: Workshop | undefined
  readonly #changes = new Map<string, Promise<Change | Unavailable>>()

  constructor(context: LoopContext, workshop: Workshop | undefined) {
    this.context = context
    this.workshop = workshop
  }

  /** Iterations of which something is not known yet, newest first. All but a goal is about the patterns that they saw. */
  async lacking(work: Outstanding): Promise<IterationRecord[]> {
    const documents = await this.context.journal.list(ITERATION, {
      states: statesLacking(work),
      limit: MOST_ITERATIONS,
    })
    return documents.map(({ body }) => body).filter(({ rows }) => work === 'goal' || Object.keys(rows).length > 0)
  }

  changeOf(run: string): Promise<Change | Unavailable> {
    const known = this.#changes.get(run) ?? this.#findChange(run)
    this.#changes.set(run, known)
    return known
  }

  async #findChange(run: string): Promise<Change | Unavailable> {
    if (this.workshop === undefined) return NO_WORKSHOP
    const [iteration, one] = [iterationId(run, 1), { kind: RUN, id: run }]
    const read = readerOf(await this.context.journal.documents([one, { kind: ITERATION, id: iteration }]))
    const first = read.get(ITERATION, iteration)?.body
    const known = read.get(RUN, run)?.body
    const at = Math.min(first?.startedAt ?? Number.POSITIVE_INFINITY, known?.run.firstAt ?? this.context.now())
    return this.workshop.changeSince({ at, commit: first?.commit })
  }

  /** The changes of some runs, or the reason why there are none. */
  async changesOf(runs: readonly string[]): Promise<{ changes: Map<string, Change>; unavailable?: string }> {
    const changes = new Map<string, Change>()
    let unavailable: string | undefined
    for (const run of new Set(runs)) {
      const change = await this.changeOf(run)
      if (isUnavailable(change)) unavailable = change.unavailable
      else changes.set(run, change)
    }
    return { changes, unavailable }
  }
}
