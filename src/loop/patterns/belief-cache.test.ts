import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyEventOf, asNew } from '../../../test/worlds/any-event.ts'
import { fact, outcome, receipt, sighting, verdict } from '../../../test/worlds/facts.ts'
import { type TestLoop, type TestLoopOptions, testLoop } from '../../../test/worlds/test-loop.ts'
import type { DocumentKey } from '../../domain/document.ts'
import type { EventType } from '../../domain/events/catalogue.ts'
import type { KnownEvent } from '../../domain/read-event.ts'
import { type Belief, beliefNow } from '../../engine/standing/believed-pattern.ts'
import { POSTERIOR } from '../../projection/documents/belief-documents.ts'
import { PATTERN } from '../../projection/documents/documents.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import { beliefs, cachedBeliefs } from '../views/beliefs.ts'
import { PatternCache } from '../views/pattern-cache.ts'

const IDS = ['p1', 'p2']

const anyRun = fc.constantFrom('r1', 'r2')

const used = ({ pattern, run }: { pattern: string; run: string }) =>
  fact(
    'citation-verified',
    { pattern, citation: { file: 'src/token.ts', line: 1 }, verified: true, reason: 'changed' },
    { run },
  )

const ended = ({ run, result }: { run: string; result: 'success' | 'failure' | 'unknown' }) =>
  fact('outcome-recorded', { run, result, observedBy: 'test' }, { run })

const bayesLoop = (options: TestLoopOptions = {}) => testLoop({ profile: 'bayes', ...options })

async function record({ context }: TestLoop, events: readonly KnownEvent[]): Promise<void> {
  for (const event of events) {
    const id = context.nextId()
    await context.journal.append([asNew({ ...event, id, key: id })], context.projector)
  }
}

/** What the loop believes of each pattern that there is, as it asks for a block. */
async function kept({ context }: TestLoop): Promise<[string, Belief][]> {
  const { cache, journal } = context
  await cache.refresh(journal, undefined)
  const patterns = await cache.take(journal, IDS)
  const gathered = patterns.map((cached) => ({ cached, similarity: undefined }))
  const believe = await cachedBeliefs(context, gathered)
  const { bayes } = context.policy
  return patterns.map((pattern) => [pattern.id, beliefNow(believe(pattern), context.now(), bayes)])
}

/** The same from the journal. */
async function fresh({ context }: TestLoop): Promise<[string, Belief][]> {
  const patterns = await new PatternCache().take(context.journal, IDS)
  const believe = await beliefs(context, IDS)
  return patterns.map(({ id, record }) => [id, believe(record)])
}

const best = ({ context }: TestLoop, cache: PatternCache) => cache.beliefs.best(context.journal, 10)

/** All that has to do with what patterns do, in any order: receipts come late, and outcomes twice. */
const anyOther = fc
  .constantFrom<EventType>(
    'pattern-sighted',
    'pattern-ignored',
    'pattern-reinforced',
    'pattern-acknowledged',
    'feedback-given',
    'verdict-recorded',
    'run-merged',
    'run-reverted',
    'learning-classified',
  )
  .chain(anyEventOf)
const anyStep = fc.oneof(
  fc.record({ patterns: fc.subarray(IDS), run: anyRun }).map(({ patterns, run }) => receipt(patterns, { run })),
  fc.record({ pattern: fc.constantFrom(...IDS), run: anyRun }).map(used),
  fc.record({ run: anyRun, result: fc.constantFrom('success', 'failure', 'unknown') }).map(ended),
  anyOther,
)

const SIGHTED = IDS.map((pattern) => sighting({ pattern }))
const CLAIMED = [...SIGHTED, used({ pattern: 'p1', run: 'r1' }), ended({ run: 'r1', result: 'failure' })]

describe('beliefs in memory', () => {
  it('follow a receipt that comes after its run had used the pattern and ended', async () => {
    const loop = bayesLoop()
    await record(loop, CLAIMED)
    const [[, before]] = (await kept(loop)) as [[string, Belief]]
    await record(loop, [receipt(['p1'])])
    const [[, after]] = (await kept(loop)) as [[string, Belief]]
    expect(after.posterior.harm).toBeGreaterThan(before.posterior.harm)
    expect(await kept(loop)).toEqual(await fresh(loop))
  })

  it('follow an undo by somebody else, also of what was not the last to change one', async () => {
    const store = openMemoryStore()
    const [loop, other] = [bayesLoop({ store }), bayesLoop({ store, name: 'o' })]
    await record(loop, [...CLAIMED, receipt(['p1']), receipt(['p2'], { run: 'r2' })])
    await record(loop, [used({ pattern: 'p2', run: 'r2' }), ended({ run: 'r2', result: 'success' })])
    const before = await kept(loop)
    const [outcome] = await loop.events('outcome-recorded')
    await other.undo({ event: outcome!.id, by: 'ada', reason: 'of another run' })
    expect(await kept(loop)).toEqual(await fresh(loop))
    expect(await kept(loop)).not.toEqual(before)
  })

  it('follow what becomes known of a reviewer in the work of another pattern', async () => {
    const loop = bayesLoop()
    const dismissed = { pattern: 'p1', weight: 1, regression: false, by: 'inspector' }
    await record(loop, [...SIGHTED, fact('pattern-ignored', dismissed)])
    const [[, before]] = (await kept(loop)) as [[string, Belief]]
    const wrong = ['w1', 'w2', 'w3'].flatMap((run) => [
      verdict('PASS', 1, { run }),
      outcome({ run, result: 'failure' }, { run }),
    ])
    await record(loop, wrong)
    const [[, after]] = (await kept(loop)) as [[string, Belief]]
    expect(after.posterior.help).toBeGreaterThan(before.posterior.help + 0.02)
    expect(await kept(loop)).toEqual(await fresh(loop))
  })

  it('are not read again for a receipt of which nothing follows', async () => {
    const loop = bayesLoop()
    await record(loop, CLAIMED)
    await kept(loop)
    const { journal } = loop.context
    const read: DocumentKey[] = []
    const watched = new Proxy(journal, {
      get(target, property) {
        const value = Reflect.get(target, property)
        if (property !== 'documents') return typeof value === 'function' ? value.bind(target) : value
        return (keys: readonly DocumentKey[]) => {
          read.push(...keys.filter(({ kind }) => kind === POSTERIOR || kind === PATTERN))
          return target.documents(keys)
        }
      },
    })
    await record(loop, [receipt(['p1', 'p2'], { run: 'r2' }), receipt(['p2'], { run: 'r1' })])
    await kept({ ...loop, context: { ...loop.context, journal: watched } })
    expect(read).toEqual([])
  })

  it('are those of the journal after any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyStep, { maxLength: 3 }), { maxLength: 20, size: 'max' }),
        async (history) => {
          const loop = bayesLoop()
          for (const events of [SIGHTED, ...history]) {
            await record(loop, events)
            expect(await kept(loop)).toEqual(await fresh(loop))
            expect(await best(loop, loop.context.cache)).toEqual(await best(loop, new PatternCache()))
          }
        },
      ),
    )
  })
})
