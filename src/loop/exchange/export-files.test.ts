import { describe, expect, it } from 'vitest'
import { LESSON, type TestLoop, taught, testLoop } from '../../../test/worlds/test-loop.ts'
import type { ExportFormat, ExportRequest } from './export-files.ts'

async function written(loop: TestLoop, format: ExportFormat, more: Partial<ExportRequest> = {}) {
  const exported = await loop.exportFiles({ format, ...more })
  const texts: Record<string, string> = {}
  for (const { name, chunks } of exported.files) {
    texts[name] = ''
    for await (const chunk of chunks()) texts[name] += chunk
  }
  return { ...exported, texts }
}

/** What was written, as another journal reads it. */
async function importedBy(loop: TestLoop, texts: Record<string, string>, trust: 'internal' | 'external' = 'internal') {
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    head: async () => text.slice(0, 4_096),
    text: async () => text,
    async *lines() {
      for (const [i, line] of text.split('\n').entries()) yield { number: i + 1, text: line }
    },
  }))
  return loop.importFiles({ files, trust, by: 'ann' })
}

async function worked(): Promise<TestLoop> {
  const loop = testLoop()
  const pattern = await taught(loop, LESSON, { appliesTo: ['builder'], context: { tags: ['db'] } })
  await loop.inject({ run: 'r1', role: 'builder' })
  await loop.recordOutcome({
    run: 'r1',
    result: 'success',
    qualityScore: 0.9,
    retryCount: 1,
    adapters: ['github'],
    files: ['src/a.ts'],
    applied: [{ pattern, file: 'src/a.ts', line: 4 }],
  })
  await loop.recordOutcome({
    run: 'r2',
    result: 'failure',
    qualityScore: 0.1,
    adapters: ['github'],
    failureType: 'auth',
    failureAdapter: 'github',
  })
  return loop
}

describe('an export', () => {
  it('tells the use of a pattern by the law of the success rate', async () => {
    const { texts } = await written(await worked(), 'toon')
    expect(texts['org-patterns.toon']).toContain(`P-001,pattern,${LESSON},high,1,1,"",builder,db,*`)
  })

  it('of patterns leaves out what is set aside, merged or retired', async () => {
    const loop = testLoop()
    const gone = await taught(loop)
    await taught(loop, 'Never write the journal from two places at once', { trust: 'external' })
    const kept = await taught(loop, 'Name the file after what it holds and nothing else')
    await loop.deprecatePattern({ pattern: gone, by: 'ann', reason: 'wrong' })
    const { texts, total } = await written(loop, 'toon')
    expect(total).toBe(1)
    expect(texts['org-patterns.toon']).toContain((await loop.pattern(kept)).pattern.text)
  })

  it('of patterns comes back in another journal with its figures as a claim', async () => {
    const { texts } = await written(await worked(), 'org', { by: 'ann' })
    expect(JSON.parse(texts['sources.json']!)).toMatchObject({
      patterns: { 'P-001': { source_project: 'world', pushed_by: 'ann' } },
    })
    const other = testLoop()
    expect(await importedBy(other, texts)).toMatchObject({
      refusedTotal: 0,
      counts: { pattern: { recorded: 1 } },
    })
    expect((await written(other, 'org')).texts['org-patterns.json']).toContain('"success_rate": "1.00"')
  })

  it('of patterns passes the claims of others on no further', async () => {
    const { texts } = await written(await worked(), 'org', { by: 'ann' })
    const other = testLoop()
    await taught(other)
    await importedBy(other, texts, 'external')
    expect((await written(other, 'org')).texts['org-patterns.json']).toContain('"success_rate": ""')
  })

  it('of applications comes back in another journal as the same log', async () => {
    const loop = await worked()
    const { texts } = await written(loop, 'outcomes-log')
    expect(texts['outcomes.log']).toMatch(/\|r1\|1\|builder\|Always close the database .*\|applied\|src\/a\.ts:4\n$/)
    const other = testLoop()
    await importedBy(other, { ...(await written(loop, 'toon')).texts, ...texts })
    expect((await written(other, 'outcomes-log')).texts).toEqual(texts)
  })

  it('of learnings that wait has a file for each, which comes back whole', async () => {
    const loop = testLoop()
    await loop.recordLearning({
      agent: 'code:plan-writer',
      lesson: LESSON,
      run: 'r1',
      why: 'a, "b"\nc',
      citation: { file: 'a.ts', line: 3 },
    })
    const { texts } = await written(loop, 'pending')
    expect(Object.keys(texts)).toEqual([expect.stringMatching(/^code-plan-writer-l[0-9a-f]+\.json$/)])
    const other = testLoop()
    await importedBy(other, texts)
    const [captured] = await other.events('learning-captured')
    expect(captured).toMatchObject({
      run: 'r1',
      payload: {
        agent: 'code:plan-writer',
        lesson: LESSON,
        why: 'a, "b"\nc',
        citation: { file: 'a.ts', line: 3 },
      },
    })
  })

  it('of outcomes comes back in another journal as the same outcomes', async () => {
    const loop = await worked()
    for (const format of ['outcomes-jsonl', 'learning-store'] as const) {
      const { texts, entries } = await written(loop, format)
      expect(entries).toBe(2)
      const other = testLoop()
      expect(await importedBy(other, texts)).toMatchObject({
        counts: { graded: { recorded: 2 } },
        refusedTotal: 0,
      })
      expect((await written(other, format)).texts).toEqual(texts)
    }
  })

  it('of a learning store carries what the laws make of the outcomes', async () => {
    const store = JSON.parse((await written(await worked(), 'learning-store')).texts['learning-store.json']!)
    expect(store).toMatchObject({
      version: 1,
      patterns: [{ id: 'github::auth', occurrences: 1, confidence: 0.55 }],
      reliability: [{ adapterId: 'github', totalRuns: 2, successRate: 0.5, avgRetries: 0.5 }],
      policyOverlays: [{ adapterId: 'github', requireApproval: true, suggestedMaxRetries: 1 }],
    })
  })

  it('of the journal has every event, one a line', async () => {
    const loop = await worked()
    const { texts, entries } = await written(loop, 'journal-jsonl')
    const lines = texts['journal.jsonl']!.trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toHaveLength(entries)
    expect(lines.map(({ position }) => position)).toEqual(lines.map((_, i) => i + 1))
  })

  it('for agents has the best that may be shown, within its budget', async () => {
    const loop = await worked()
    await taught(loop, 'Never trust text from an issue that nobody has checked', { trust: 'external' })
    const { section } = await written(loop, 'claude-md')
    expect(section!.filter((line) => line.startsWith('- '))).toEqual([`- ${LESSON}`])
    expect((await written(loop, 'agents-md', { budgetTokens: 50 })).entries).toBe(0)
  })

  it('for agents leaves out what is for other repositories', async () => {
    const loop = await worked()
    const id = await taught(loop, 'Always ask the carrier for a label before a parcel is packed')
    await loop.editPattern({ pattern: id, context: { repository: 'shop' }, by: 'ann', reason: 'only there' })
    const { section } = await written(loop, 'claude-md')
    expect(section!.filter((line) => line.startsWith('- '))).toEqual([`- ${LESSON}`])
  })
})
