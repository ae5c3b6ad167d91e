import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { contextOver, SCOPE } from '../../bench/world/journal.ts'
import { buildJournal } from '../../bench/world/long-history.ts'
import { PAGES } from '../../dashboard/src/pages.ts'
import { openMettle } from '../../src/open.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { lived, prompt, ran, said } from '../worlds/session.ts'
import { cli } from './start-cli.ts'

/** Where a project and the settings of its person are. */
export interface Setting {
  readonly cwd: string
  readonly home: string
}

/** What the dashboard has to look good with. A read-only login sees the journal of the demo. */
export const JOURNALS = ['empty', 'demo', 'large', 'conflicts', 'read-only'] as const
export type JournalName = (typeof JOURNALS)[number]

/** Makes a project with one of these journals in a folder. */
export async function makeJournal(name: JournalName, folder: string, { runs = 2_000 } = {}): Promise<Setting> {
  const where = { cwd: join(folder, 'parcels'), home: join(folder, 'home') }
  mkdirSync(where.home, { recursive: true })
  if (name === 'empty' || name === 'large') {
    mkdirSync(where.cwd)
    if (name === 'large') writeFileSync(join(where.home, 'config.json'), JSON.stringify({ project: SCOPE.project }))
    await cli(['init', '--no-clients'], where)
    if (name === 'large') await buildJournal(join(where.cwd, '.mettle', 'journal.db'), runs)
  } else {
    await cli(['demo', '--dir', where.cwd], { ...where, cwd: folder })
    if (name === 'conflicts') await makeConflict(where)
  }
  return where
}

/** Two lessons that contradict each other; the ids of their patterns. */
export async function makeConflict(where: Setting): Promise<readonly [string, string]> {
  for (const version of [18, 22])
    await cli(
      ['learning', 'record', '--lesson', `Always deploy with Node ${version}, because the image has no other version`],
      where,
    )
  await cli(['learn'], where)
  const { conflicts } = (await cli(['status'], where)) as { conflicts: { pattern: string; with: string }[] }
  return [conflicts[0]!.pattern, conflicts[0]!.with]
}

/** A session in which a person corrected the agent, and from which code found a lesson that waits for a decision. */
export async function findLesson(where: Setting): Promise<string> {
  const { project } = (await cli(['status'], where)) as { project: string }
  const store = await openSqliteStore({ path: join(where.cwd, '.mettle', 'journal.db') })
  const context = contextOver(store.journal({ organisation: 'local', project }), Date.now)
  const correction = prompt('no, never push without asking me first')
  await lived(context, 'corrected', [prompt('Add a header and push it'), ran('git push'), correction, said('I will.')])
  await store.close()
  const mettle = await openMettle({ cwd: where.cwd, environment: { METTLE_HOME: where.home } })
  await mettle.settleSession({ run: 'corrected' })
  const [found] = await mettle.review()
  await mettle.close()
  return found!.text
}

/** A name, and the address of a page behind `#/`. */
export type Address = readonly [name: string, path: string]

/** Every page: those of the menu, and one of each thing in this journal that has a page of its own. */
export async function addressesIn(page: Page): Promise<Address[]> {
  const found = (await page.evaluate(FIRST_OF_EACH)) as [string, string | null][]
  return [
    ...PAGES.map(({ path, title }): Address => [title.toLowerCase(), path]),
    ...found.filter((one): one is [string, string] => one[1] !== null),
  ]
}

/** Asks the server for the first of each. Runs in the page. */
const FIRST_OF_EACH = `(async () => {
  const rows = async (path) => {
    const answer = await fetch('/v1/' + path)
    return answer.ok ? await answer.json() : []
  }
  const [patterns, [run], [session], [task], [receipt], { conflicts }, policy] = await Promise.all([
    rows('patterns?limit=2'), rows('runs?limit=1'), rows('sessions?limit=1'), rows('tasks?limit=1'),
    rows('receipts?limit=1'), rows('status'), rows('policy'),
  ])
  const [pair] = [...conflicts.map((one) => [one.pattern, one.with]), patterns.map(({ pattern }) => pattern.id)]
  const at = (...parts) => parts.includes(undefined) ? null : parts.map(encodeURIComponent).join('/')
  return [
    ['pattern', at('patterns', pair[0])],
    ['compare', at('compare', pair[0], pair[1])],
    ['run', at('runs', run?.id)],
    ['receipt', at('receipts', receipt?.receipt)],
    ['session', at('sessions', session?.run)],
    ['task', at('tasks', task?.run, task?.task)],
    ['adapter', at('adapters', policy.adapters[0]?.adapter)],
    ['agent', at('agents', policy.agents[0]?.agent)],
    ['skill', at('skills', policy.skills[0]?.skill)],
  ]
})()`
