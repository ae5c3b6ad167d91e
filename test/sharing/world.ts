import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PatternRecord } from '../../src/engine/standing/pattern-record.ts'
import type { SharedPlace } from '../../src/loop/exchange/shared-place.ts'
import { openSharedFolder } from '../../src/machine/learnings/shared-folder.ts'
import { PATTERN } from '../../src/projection/documents/documents.ts'
import { openMemoryStore } from '../../src/store/memory/memory-store.ts'
import type { Store } from '../../src/store/port.ts'
import { DAY_ZERO } from '../worlds/any-event.ts'
import { type TestLoop, testLoop } from '../worlds/test-loop.ts'

/** Three projects, of which the first has a second clone. Each has a journal of its own. */
export const MEMBERS = ['web', 'web-clone', 'api', 'jobs'] as const
export type Member = (typeof MEMBERS)[number]

/** Lessons that no two of which anyone would take for the same. */
export const LESSONS = [
  'Always close the database handle before the temp folder is removed',
  'Never retry a payment request without an idempotency key',
  'Check the token expiry before the session is refreshed',
] as const

export type Team = Readonly<Record<Member, TestLoop>>

/** The clone has a file of its own wherever the projects keep their journals. */
export function teamOf(
  place: SharedPlace,
  { trusted = [], store }: { trusted?: readonly string[]; store?: Store } = {},
): Team {
  const loops = MEMBERS.map((member) => [
    member,
    testLoop({
      store: member === 'web-clone' || store === undefined ? openMemoryStore() : store,
      project: projectOf(member),
      name: `${member}-`,
      shared: place,
      share: { trusted },
    }),
  ])
  return Object.fromEntries(loops) as Team
}

export function projectOf(member: Member): string {
  return member === 'web-clone' ? 'web' : member
}

/** The next day, for everyone. */
export function nextDay(team: Team): void {
  for (const member of MEMBERS) team[member].pass(1)
}

/** One more sighting of a lesson. */
export async function see(loop: TestLoop, lesson: string, run: string): Promise<void> {
  await loop.recordLearning({ agent: 'builder', lesson, run })
  await loop.learn()
}

export async function records(loop: TestLoop): Promise<PatternRecord[]> {
  const documents = await loop.context.journal.list(PATTERN, { limit: 1_000 })
  return documents.map(({ body }) => body as PatternRecord)
}

/** A folder for one history, with what removes it. */
export function folderPlace(): { place: SharedPlace; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-shared-'))
  const place = openSharedFolder(folder, { staleHours: 4, waitMs: 1_000, now: () => DAY_ZERO })
  return { place, folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
