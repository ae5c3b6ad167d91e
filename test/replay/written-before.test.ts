import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalJson, type JsonObject } from '../../src/domain/canonical-json.ts'
import type { StoredEvent } from '../../src/domain/event.ts'
import { exportFiles } from '../../src/loop/exchange/export-files.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { SqliteFile } from '../worlds/sqlite-file.ts'
import { testLoop } from '../worlds/test-loop.ts'

/**
 * The journal of a repository as it was written before any event had a second version: learnings, two sessions of hooks, a receipt, a deliberation, a
 * verdict, outcomes and a plan, recorded with `mettle` on the command line and written out with `mettle export --format journal-jsonl`.
 * `histories.test.ts` compares what follows from it with what had been stored then.
 */
const TEXT = readFileSync(new URL('../histories/written-before-second-versions.jsonl', import.meta.url), 'utf8')
const LINES = TEXT.trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Omit<StoredEvent, 'payload'> & { payload: JsonObject })

/** The verdict that was recorded then. */
const VERDICT = {
  adversarialRole: 'adversarial',
  validatorRole: 'inspector',
  run: 'r2',
  changedFiles: ['src/auth.ts'],
  verdict: `J2 is wrong: \`src/build.ts:9\` keeps the cache. I ran \`npm test\` and it passed:

\`\`\`
$ npm test
ok 12
\`\`\`

<!-- inspector:verdict-json {"verdict":"FAIL","issues":[{"id":"J1","severity":"HIGH","title":"token","description":"The token is not refreshed","location":"src/auth.ts:3"}],"must_fix":["J1"],"false_positives":["J2"]} -->
`,
}

const file = new SqliteFile()
const store = openSqliteStore({ path: file.path, durable: false })

afterAll(async () => {
  await (await store).close()
  file.remove()
})

async function opened() {
  const loop = testLoop({ store: await store, project: LINES[0]!.project })
  const facts = LINES.map(({ payload, ...fact }) => ({ ...fact, payload: canonicalJson(payload) }))
  for (const { organisation: _, project: __, position: ___, version: ____, ...fact } of facts)
    await loop.context.journal.append([fact], loop.context.projector)
  return loop
}

async function exported({ context }: Awaited<ReturnType<typeof opened>>): Promise<string> {
  const { files } = await exportFiles(context, { format: 'journal-jsonl' })
  let text = ''
  for await (const chunk of files[0]!.chunks()) text += chunk
  return text
}

describe('a journal from before second versions', () => {
  it('has the same links, is exported in the same bytes, and replays to what is stored', async () => {
    const loop = await opened()
    expect(await exported(loop)).toBe(TEXT)
    expect(await loop.verifyReplay()).toMatchObject({ problems: [] })
  })

  it('knows its verdict again, and takes the next one in its newest version', async () => {
    const loop = await opened()
    const { position } = await loop.news()
    expect(await loop.correct(VERDICT)).toMatchObject({ duplicate: true })
    expect((await loop.news()).position).toBe(position)
    const next = { ...VERDICT, verdict: VERDICT.verdict.replace('ok 12', 'ok 13') }
    expect(await loop.correct(next)).toMatchObject({ duplicate: false })
    const stored = await loop.context.journal.read({ types: ['verdict-recorded'], limit: 9 })
    expect(stored.map(({ type }) => type)).toEqual(['verdict-recorded.v1', 'verdict-recorded.v3'])
    const { events } = await loop.feed({ types: ['verdict-recorded.v1'] })
    expect(events.map(({ type }) => type)).toEqual(['verdict-recorded.v3', 'verdict-recorded.v3'])
    expect(await loop.verifyReplay()).toMatchObject({ problems: [] })
  })
})
