import type { Document } from '../../../domain/document.ts'
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
import { type Change, isUnavailable, type ProjectAccess, type Unavailable } from '../project-access.ts'

/** Iterations older than this are skipped: their changes can no longer be separated from later ones. */
const MOST_ITERATIONS = 500
const NO_WORKSHOP: Unavailable = { unavailable: 'the loop was opened without a folder to look at' }

/** Data shared by the steps of one call, each computed once. */
export class PipelineContext {
  readonly context: LoopContext
  readonly workshop: ProjectAccess | undefined
  readonly #changes = new Map<string, Change | Unavailable>()
  readonly #lacking = new Map<Outstanding, Promise<readonly Document<IterationRecord>[]>>()

  constructor(context: LoopContext, workshop: ProjectAccess | undefined) {
    this.context = context
    this.workshop = workshop
  }

  /** Iterations with missing results, newest first. All but goals need shown patterns. */
  async lacking(work: Outstanding): Promise<IterationRecord[]> {
    const { journal } = this.context
    const asked =
      this.#lacking.get(work) ?? journal.list(ITERATION, { states: statesLacking(work), limit: MOST_ITERATIONS })
    this.#lacking.set(work, asked)
    return (await asked).map(({ body }) => body).filter(({ rows }) => work === 'goal' || Object.keys(rows).length > 0)
  }

  /** The changes of some runs, or why they are unavailable. Hundreds may wait, so the journal is read once. */
  async changesOf(runs: readonly string[]): Promise<{ changes: Map<string, Change>; unavailable?: string }> {
    const { workshop } = this
    if (workshop === undefined) return { changes: new Map(), ...(runs.length > 0 && NO_WORKSHOP) }
    const unknown = [...new Set(runs)].filter((run) => !this.#changes.has(run))
    if (unknown.length > 0 && (await workshop.currentCommit()) === undefined) {
      // In a folder without history, runs would wait forever, so they are not even read.
      const none = await workshop.changeSince({ at: this.context.now() })
      if (isUnavailable(none)) return { changes: new Map(), ...none }
    }
    const firstOf = (run: string) => ({ kind: ITERATION, id: iterationId(run, 1) })
    const keys = unknown.flatMap((run) => [{ kind: RUN, id: run }, firstOf(run)])
    const read = readerOf(await this.context.journal.documents(keys))
    for (const run of unknown) {
      const first = read.get(ITERATION, firstOf(run).id)?.body
      const firstAt = read.get(RUN, run)?.body.run.firstAt ?? this.context.now()
      const at = Math.min(first?.startedAt ?? firstAt, firstAt)
      this.#changes.set(run, await workshop.changeSince({ at, commit: first?.commit }))
    }
    const found = [...new Set(runs)].map((run) => [run, this.#changes.get(run)!] as const)
    const unavailable = found.findLast(([, change]) => isUnavailable(change))?.[1] as Unavailable | undefined
    const changes = found.filter((one): one is [string, Change] => !isUnavailable(one[1]))
    return { changes: new Map(changes), ...unavailable }
  }
}
