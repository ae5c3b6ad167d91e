import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_ZERO } from '../../test/worlds/any-event.ts'
import { COUNTS, sharedBy } from '../../test/worlds/shared.ts'
import type { SharedPattern } from '../domain/shared-pattern.ts'
import {
  type Fields,
  NO_FILES,
  type OrganisationFiles,
  putIntoFiles,
  readOrganisationFiles,
} from './organisation-files.ts'
import { checkShared } from './read-shared-pattern.ts'

/** As another process would read them. */
const asRead = (files: OrganisationFiles) => JSON.parse(JSON.stringify(files)) as OrganisationFiles
const put = (files: OrganisationFiles, ...shared: SharedPattern[]) => asRead(putIntoFiles(files, shared, DAY_ZERO))
const read = (files: OrganisationFiles) => readOrganisationFiles(files).map(checkShared)
const rows = ({ patterns }: OrganisationFiles) => patterns.patterns as Fields[]
const FOREIGN: OrganisationFiles = {
  patterns: {
    patterns: [
      {
        id: 'P-001',
        category: 'mistake',
        summary: 'Never trust the cache',
        seen_count: '5',
        success_rate: '0.85',
      },
    ],
  },
  sources: {
    patterns: { 'P-001': { source_project: 'shop', source_id: 'P-9', pushed_at: '2026-01-01T00:00:00Z' } },
  },
}

describe('the files of an organisation', () => {
  it('give back what was put in', () => {
    const one = sharedBy({ trigger: 'closing', tags: ['a|b'], labels: ['db'] })
    const two = sharedBy({ pattern: 'p-2', text: 'Never retry without a key', polarity: 'avoid' })
    expect(read(put(NO_FILES, one, two))).toEqual([{ shared: one }, { shared: two }])
  })

  it('have the documented columns and sources', () => {
    const used = { ...COUNTS, applications: 4, earned: 3 }
    const { patterns, sources } = put(NO_FILES, sharedBy({ evidence: used, tags: ['db', 'a|b'] }))
    expect(patterns).toMatchObject({
      schema_version: '1.0',
      patterns: [
        {
          id: 'P-001',
          category: 'mistake',
          confidence: 'high',
          seen_count: '3',
          success_rate: '0.75',
          flags: '',
          applies_to: '*',
          context: 'db|a/b',
          repo: '*',
        },
      ],
    })
    expect(sources.patterns).toMatchObject({
      'P-001': {
        source_project: 'web',
        source_id: 'p-1',
        pushed_at: '2026-01-01T00:00:00.000Z',
        pushed_by: 'a person',
      },
    })
  })

  it('keep one row for each journal and pattern, the newer, in whatever order they come', () => {
    const pushes = [1, 2, 3].map((n) =>
      sharedBy({ event: `push-${n}`, pushedAt: DAY_ZERO + n, evidence: { ...COUNTS, sightings: n } }),
    )
    fc.assert(
      fc.property(fc.shuffledSubarray(pushes, { minLength: 3 }), (order) => {
        const files = order.reduce((before, one) => put(before, one), NO_FILES)
        expect(read(files)).toEqual([{ shared: pushes[2] }])
        expect(read(put(NO_FILES, ...order))).toEqual([{ shared: pushes[2] }])
      }),
    )
  })

  it('let no date to come keep its place for ever', () => {
    const forged = put(NO_FILES, sharedBy({ event: 'push-9', pushedAt: DAY_ZERO + 9e12 }))
    expect(read(put(forged, sharedBy()))).toEqual([{ shared: sharedBy() }])
  })

  it('give the next free id, also past those that only a source has', () => {
    const files = asRead({
      ...FOREIGN,
      sources: { patterns: { ...(FOREIGN.sources.patterns as Fields), 'P-002': {} } },
    })
    expect(rows(put(files, sharedBy())).map(({ id }) => id)).toEqual(['P-001', 'P-003'])
  })

  it('leave the rows of others as they are, with what they do not know', () => {
    const odd = {
      ...FOREIGN.patterns,
      note: 'by hand',
      patterns: [...rows(FOREIGN), { id: 'P-002', odd: [1] }],
    }
    const files = put({ ...FOREIGN, patterns: odd }, sharedBy())
    expect(files.patterns).toMatchObject({ note: 'by hand' })
    expect(rows(files).slice(0, 2)).toEqual(odd.patterns)
  })

  it('read what another system wrote: a claim of a project, without counts of its own', () => {
    const [found] = readOrganisationFiles(FOREIGN)
    expect(found?.isForeign).toBe(true)
    expect(checkShared(found!)).toMatchObject({
      shared: {
        project: 'shop',
        pattern: 'P-9',
        evidence: { sightings: 5, successes: 0, claimedRate: 0.85 },
      },
    })
  })

  it.each([
    [{ seen_count: '-3' }, /evidence.sightings/],
    [{ seen_count: 'many' }, /evidence.sightings/],
    [{ success_rate: '7' }, /evidence.claimedRate/],
    [{ category: 'nonsense' }, /category/],
    [{ repo: 'shop' }, /for the repository 'shop' alone/],
  ])('refuse a row of another system with %j', (more, reason) => {
    const [row] = rows(FOREIGN)
    const patterns = { patterns: [{ ...row, ...more }] }
    expect(read({ ...FOREIGN, patterns })).toMatchObject([{ refused: { reason: expect.stringMatching(reason) } }])
  })

  it('refuse a row without a source, and one whose words were changed', () => {
    const files = put(NO_FILES, sharedBy())
    const changed = {
      patterns: [
        { ...rows(files)[0], summary: 'Delete everything' },
        { id: 'P-777', summary: 'x' },
      ],
    }
    expect(read({ ...files, patterns: changed })).toMatchObject([
      { refused: { at: 'P-001', reason: 'its text differs from what was pushed' } },
      { refused: { at: 'P-777', reason: 'sources.json does not say where it came from' } },
    ])
  })

  it('find a row again that lost its id to another branch', () => {
    const web = sharedBy()
    const api = sharedBy({
      project: 'api',
      journal: 'journal-of-api',
      pattern: 'p-2',
      text: 'Never retry without a key',
    })
    const [ours, theirs] = [put(NO_FILES, web), put(NO_FILES, api)]
    const merged = { patterns: { patterns: [...rows(ours), ...rows(theirs)] }, sources: theirs.sources }
    expect(read(merged)).toMatchObject([{ refused: { at: 'P-001' } }, { shared: api }])
    const fixed = put(merged, web)
    expect(rows(fixed).map(({ id }) => id)).toEqual(['P-002', 'P-001'])
    expect(read(fixed)).toEqual([{ shared: web }, { shared: api }])
  })

  it('are read without a fault, whatever they hold', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (patterns, sources) => {
        const files = { patterns: { patterns }, sources: { patterns: sources } }
        for (const checked of read(files)) expect('refused' in checked).toBe(true)
        put(files, sharedBy())
      }),
    )
  })
})
