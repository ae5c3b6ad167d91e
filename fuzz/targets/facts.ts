import fc from 'fast-check'
import { hypothesesIn } from '../../src/capture/session/hypotheses.ts'
import type { Step } from '../../src/capture/session/session.ts'
import { worksOf } from '../../src/capture/session/work.ts'
import { EVENT_TYPES } from '../../src/domain/events/catalogue.ts'
import { LAWS } from '../../src/edges/compute/catalogue.ts'
import { computeLaw } from '../../src/edges/compute/run.ts'
import { redact } from '../../src/engine/secrets/redact.ts'
import { checkPayload } from '../../src/loop/facts/append-keys.ts'
import { readOutcomeRecord } from '../../src/loop/runs/read-outcome-record.ts'
import { NO_FILES, putIntoFiles, readOrganisationFiles } from '../../src/sharing/organisation-files.ts'
import { checkShared } from '../../src/sharing/read-shared-pattern.ts'
import { anyOfSchema } from '../any-of-schema.ts'
import { parsed } from '../mutate.ts'
import { holds, holdsNoControls, type Target, unlessRefused, unlessRefusedLater } from '../target.ts'

const SHARED = {
  project: 'shop',
  journal: 'j1',
  event: 'e1',
  pattern: 'p1',
  pushedAt: 1_767_225_600_000,
  by: 'jo',
  text: 'Always check the expiry before a token is refreshed',
  role: 'judge',
  category: 'mistake',
  strength: 'rule',
  polarity: 'do',
  appliesTo: ['*'],
  evidence: {
    sightings: 3,
    runs: 2,
    days: 2,
    successes: 1,
    reinforcements: 0,
    ignores: 0,
    ignoreWeight: 0,
    helpful: 0,
    helpfulMass: 0,
    helpfulAt: 0,
    harmful: 0,
    harmfulMass: 0,
    harmfulAt: 0,
    applications: 2,
    earned: 1,
  },
} as const

/** What others put into a shared folder. */
const sharing: Target = {
  name: 'shared-folder',
  samples: [
    JSON.stringify(putIntoFiles(NO_FILES, [SHARED as never], SHARED.pushedAt)),
    JSON.stringify({
      patterns: {
        patterns: [{ id: 'P-001', category: 'mistake', summary: 'Check it', seen_count: 2, success_rate: 0.5 }],
      },
      sources: {
        patterns: { 'P-001': { source_project: 'shop', source_id: 'x', pushed_at: '2026-01-05T00:00:00Z' } },
      },
    }),
  ],
  words: [
    '"patterns"',
    '"sources"',
    '"mettle"',
    '"source_project"',
    '"pushed_at"',
    '"evidence"',
    '"summary"',
    '"P-001"',
    '"id"',
    '__proto__',
    '"journal"',
    '"text_hash"',
  ],
  open: () => ({
    check: (input) => {
      const { patterns, sources } = (parsed(input) ?? {}) as Record<string, unknown>
      const files = { patterns: recordOf(patterns), sources: recordOf(sources) }
      for (const found of readOrganisationFiles(files)) {
        const checked = checkShared(found)
        if ('shared' in checked) holdsNoControls(JSON.stringify(Object.values(checked.shared)), 'what was let in')
        else holds(checked.refused.reason !== '', 'a refusal has a reason')
      }
      const put = putIntoFiles(files, [SHARED as never], SHARED.pushedAt + 1)
      const found = readOrganisationFiles(put).map(checkShared)
      holds(
        found.some((one) => 'shared' in one && one.shared.journal === 'j1'),
        'what was pushed is there',
      )
    },
  }),
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

const SESSION = `? No, use pnpm here, not npm: the lockfile is pnpm's
$ npm test
! Error: Cannot find module x
$ pnpm install
= done
e src/a.ts
$ pnpm test
= Tests 3 passed
x git push --force
? Never force push, we always rebase instead
" Done, as you said.`

/** The course of a session: each line is a step, told by its first sign. */
const session: Target = {
  name: 'session',
  samples: [SESSION],
  words: [
    '? ',
    '$ ',
    '! ',
    '= ',
    'e ',
    'x ',
    '" ',
    '\n',
    'always ',
    'never ',
    'instead of ',
    'we ',
    'use ',
    'npm test',
    'pytest',
    'git push',
    'Error: ',
    'error TS2304: ',
    'FAILED ',
    'exit code 1',
    'because ',
    ', not ',
    '`',
    'please ',
    'should ',
    'in this repo',
    'from now on',
    '. ',
    '; ',
  ],
  open: () => ({
    check: (input) => {
      const steps = stepsIn(input)
      worksOf(steps)
      for (const { lesson } of hypothesesIn(steps)) {
        holdsNoControls(lesson, 'a lesson')
        holds(!lesson.includes('\n'), 'a lesson is one line')
        holds(redact(lesson).findings.length === 0, 'a lesson holds no secret')
        holds(lesson.length <= 400, 'a lesson is short')
      }
    },
  }),
}

function stepsIn(text: string): Step[] {
  return text.split('\n').map((line, at): Step => {
    const [sign, rest] = [line.slice(0, 2), line.slice(2)]
    const place = { event: `e${at}`, at }
    const shell = { is: 'tool', ...place, tool: 'Bash', kind: 'shell' } as const
    if (sign === '$ ') return { ...shell, command: rest, ended: 'passed' }
    if (sign === '! ')
      return {
        ...shell,
        command: 'npm test',
        ended: 'failed',
        exitCode: 1,
        output: rest.replaceAll('\\n', '\n'),
      }
    if (sign === '= ') return { ...shell, command: 'npm test', ended: 'passed', exitCode: 0, output: rest }
    if (sign === 'x ') return { ...shell, command: rest, ended: 'denied' }
    if (sign === 'e ')
      return { is: 'tool', ...place, tool: 'Edit', kind: 'edit', files: [rest], ended: 'passed' } as Step
    return { is: sign === '" ' ? 'said' : 'prompt', ...place, text: rest }
  })
}

/** The record of a finished run, and the payload of any fact. */
const records: Target = {
  name: 'records',
  samples: [
    '{"runId":"r1","result":"failure","failureType":"auth","adapters":["git"],"qualityScore":0.5,"retryCount":1,"createdAt":"2026-01-05T10:00:00Z"}',
    '{"runId":"r1","status":"passed","score":0.9,"riskLevel":"low"}',
  ],
  words: [
    'runId',
    'result',
    'status',
    'success',
    'failureType',
    'adapters',
    'qualityScore',
    'retryCount',
    'createdAt',
    'riskLevel',
    'score',
    'agents',
    'skills',
    'rolledBack',
    'humanOverride',
  ],
  open: () => ({
    check: async (input) => {
      const value = parsed(input)
      await unlessRefusedLater(() => readOutcomeRecord(value))
      await unlessRefusedLater(async () =>
        checkPayload(EVENT_TYPES[input.length % EVENT_TYPES.length]!, value as never),
      )
    },
  }),
}

const anyLawCall = fc
  .constantFrom(...LAWS)
  .chain(({ name, input }) => anyOfSchema(input).map((told) => JSON.stringify({ law: name, input: told })))

/** The laws, called by hand: a number comes out, or a refusal, never nothing in a number's place. */
const laws: Target = {
  name: 'laws',
  samples: LAWS.map(({ name, example }) => JSON.stringify({ law: name, input: example.input })),
  words: [...LAWS.map(({ name }) => name), 'now', 'halfLifeDays', '2026-01-05T10:00:00Z', '1e308', '5e-324'],
  made: anyLawCall,
  open: () => ({
    check: (input) => {
      const { law, input: told } = (parsed(input) ?? {}) as { law?: unknown; input?: unknown }
      const answer = unlessRefused(() => computeLaw(String(law), told, Date.UTC(2026, 0, 5)))
      const odd = answer === undefined ? undefined : oddNumberIn(answer, [])
      holds(odd === undefined, `${odd} of ${input}`)
    },
  }),
}

function oddNumberIn(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path.join('.')} is ${value}`
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const odd = oddNumberIn(member, [...path, key])
    if (odd !== undefined) return odd
  }
  return undefined
}

export const FACTS: readonly Target[] = [sharing, session, records, laws]
