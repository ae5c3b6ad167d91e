import type { LoopContext } from './context.ts'
import { refuseAgents, withoutClaims } from './facts/provenance.ts'
import type { JournalServices, VerbContext } from './journal/keepers.ts'
import { timed } from './journal/metrics.ts'
import { sealJournal } from './journal/seal.ts'
import { VERBS, type Verbs } from './verbs/catalogue.ts'
import type { Bound, Verb } from './verbs/define-verb.ts'

/** The verbs of the loop, the same on every surface. */
export type Loop = { [V in keyof Verbs]: Bound<Verbs[V]> } & {
  /** The outcomes of whole runs, oldest first, as records that can be imported. */
  exportOutcomes(): AsyncIterable<object>
}

/** A verb's implementation is loaded at its first call. */
export function createLoop(loopContext: LoopContext, keepers: JournalServices): Loop {
  const context = { ...loopContext, ...keepers }
  const verbs = Object.entries(VERBS).map(([name, verb]) => [name, bind(verb, context)])
  return {
    ...Object.fromEntries(verbs),
    async *exportOutcomes() {
      yield* (await import('./runs/list-outcomes.ts')).exportOutcomes(context)
    },
  }
}

type Call = (...args: unknown[]) => Promise<unknown>

function bind(verb: Verb, context: VerbContext): Call {
  const { load, timed: name, seals, reports, speaksFor, names } = verb
  let work: Awaited<ReturnType<typeof load>> | undefined
  const run: Call = async (...args) => {
    if (speaksFor !== undefined) refuseAgents(context.origin, speaksFor)
    work ??= await load()
    if (names === undefined) return work(context, ...(args as never[]))
    const { withFullNames } = await import('./journal/full-names.ts')
    return work(context, ...((await withFullNames(context, verb, args)) as never[]))
  }
  const measured: Call = name === undefined ? run : (...args) => timed(context, name, () => run(...args))
  const sealed: Call = async (...args) => {
    const answer = await measured(...args)
    await sealJournal(context.journal, context.seals, context.now())
    return answer
  }
  const whole = seals ? sealed : measured
  return reports ? withoutClaims(whole, context.origin) : whole
}
