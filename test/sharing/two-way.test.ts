import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SharedPlace } from '../../src/loop/exchange/shared-place.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { describeWithPostgres, dropSchema, freshName } from '../servers/with-postgres.ts'
import { sharedInMemory } from '../worlds/test-loop.ts'
import { folderPlace, LESSONS, MEMBERS, type Member, nextDay, records, see, type Team, teamOf } from './world.ts'

type Action =
  | { readonly kind: 'see'; readonly who: Member; readonly lesson: number }
  | { readonly kind: 'push' | 'pull'; readonly who: Member }

const who = fc.constantFrom(...MEMBERS)
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('see' as const), who, lesson: fc.nat(LESSONS.length - 1) }),
  fc.record({ kind: fc.constantFrom('push' as const, 'pull' as const), who }),
)
const actions = fc.array(action, { minLength: 1, maxLength: 24 })

const sightings = (done: readonly Action[], member: Member, lesson: number) =>
  done.filter((one) => one.kind === 'see' && one.who === member && one.lesson === lesson).length

async function play(team: Team, done: readonly Action[]): Promise<void> {
  for (const [i, one] of done.entries()) {
    const loop = team[one.who]
    if (one.kind === 'see') nextDay(team)
    if (one.kind === 'see') await see(loop, LESSONS[one.lesson]!, `r${i}`)
    else if (one.kind === 'push') await loop.push({ by: 'a person', all: true })
    else expect((await loop.pull()).refused).toEqual([])
  }
}

/** Everyone gives, then everyone takes. */
async function settle(team: Team): Promise<void> {
  for (const member of MEMBERS) await team[member].push({ by: 'a person', all: true })
  for (const member of MEMBERS) await team[member].pull()
}

/** What a member knows of a lesson: its own sightings, and those of each other journal. */
async function knowledge(team: Team, member: Member) {
  const journals = new Map<string, Member>()
  for (const other of MEMBERS) journals.set((await team[other].context.journal.head()).journal, other)
  const found = new Map<string, { own: number; others: Record<string, number> }>()
  for (const { pattern } of await records(team[member])) {
    const others: Record<string, number> = {}
    for (const origin of pattern.pulledFrom ?? []) {
      const source = journals.get(origin.journal)!
      expect(others[source]).toBeUndefined()
      others[source] = origin.evidence.sightings
    }
    found.set(pattern.text, { own: pattern.sightings, others })
  }
  return found
}

/** Any history of sightings, pushes and pulls ends in the same knowledge, and every sighting is counted where it was made. */
async function converges(place: SharedPlace, done: readonly Action[], store?: Store): Promise<void> {
  const team = teamOf(place, store === undefined ? {} : { store })
  await play(team, done)
  await settle(team)
  for (const member of MEMBERS) {
    const known = await knowledge(team, member)
    for (const [n, lesson] of LESSONS.entries()) {
      const others = MEMBERS.filter((other) => other !== member && sightings(done, other, n) > 0)
      const own = sightings(done, member, n)
      if (own + others.length === 0) expect(known.get(lesson)).toBeUndefined()
      else
        expect(known.get(lesson)).toEqual({
          own,
          others: Object.fromEntries(others.map((other) => [other, sightings(done, other, n)])),
        })
    }
    expect((await team[member].pull()).pulled).toEqual([])
    expect((await team[member].push({ by: 'a person', all: true })).pushed).toEqual([])
  }
}

it('any interleaving converges, and nothing is counted twice: a journal in memory', async () => {
  await fc.assert(
    fc.asyncProperty(actions, (done) => converges(sharedInMemory(), done)),
    { numRuns: 60 },
  )
}, 120_000)

it('any interleaving converges, and nothing is counted twice: a folder', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (done) => {
      const { place, remove } = folderPlace()
      await converges(place, done).finally(remove)
    }),
    { numRuns: 30 },
  )
}, 120_000)

describeWithPostgres('on PostgreSQL', (url) => {
  it('any interleaving converges, and nothing is counted twice', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (done) => {
        const schema = freshName('share')
        const store = await openPostgresStore({ url, schema })
        try {
          await converges(sharedInMemory(store), done, store)
        } finally {
          await store.close()
          await dropSchema(url, schema)
        }
      }),
      { numRuns: 4 },
    )
  }, 120_000)
})
