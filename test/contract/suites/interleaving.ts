import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NewEvent } from '../../../src/domain/event.ts'
import { openMemoryStore } from '../../../src/store/memory/memory-store.ts'
import { dumpThroughPort } from '../dump.ts'
import { fact, freshScope, note } from '../facts.ts'
import { notesProjector } from '../notes-projector.ts'
import type { UseBench } from '../store-contract.ts'
import { verifyChain } from '../verify-chain.ts'

const projector = notesProjector()

interface Step {
  readonly project: number
  readonly events: readonly NewEvent[]
}

const event = fc
  .record({ thing: fc.nat(3), to: fc.nat(3), follow: fc.boolean(), stream: fc.nat(2), at: fc.nat(1_000) })
  .map(({ thing, to, follow, stream, at }) => {
    const changes = { stream: `s${stream}`, occurredAt: at }
    return follow
      ? fact({ ...changes, type: 'pointer-followed.v1', payload: { thing: `t${thing}` } })
      : note(`t${thing}`, { pointTo: `t${to}`, rank: at / 7 }, changes)
  })
const step: fc.Arbitrary<Step> = fc.record({
  project: fc.nat(2),
  events: fc.array(event, { minLength: 1, maxLength: 5 }),
})

export function interleavingSuite(bench: UseBench, runs: number): void {
  it('gives each project what it would have alone, told one event at a time', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const scopes = [freshScope('one'), freshScope('one'), freshScope('two')]
      const { store, dump } = bench()
      const turns = steps.map(({ project, events }) => store.journal(scopes[project]!).append(events, projector))
      await Promise.all(turns)
      for (const [project, scope] of scopes.entries()) {
        const alone = openMemoryStore().journal(scope)
        const own = steps.filter((each) => each.project === project).flatMap((each) => each.events)
        for (const given of await verifyChain(store.journal(scope)))
          await alone.append([own.find(({ id }) => id === given.id)!], projector)
        expect((await alone.head()).position).toBe(own.length)
        expect(await dump(scope)).toEqual(await dumpThroughPort(alone))
      }
    })
    await fc.assert(property, { numRuns: runs })
  })
}
