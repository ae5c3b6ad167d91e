import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spool } from '../../src/edges/hook/spool.ts'
import { type Mettle, openMettle } from '../../src/index.ts'
import { countingIds, fixedClock, openMemoryStore } from '../../src/testing.ts'
import type { Verdict } from '../world/live.ts'
import type { Ran } from '../world/mistake.ts'
import type { Run, World } from '../world/world.ts'
import type { Memory, Seen } from './memory.ts'
import { ROLE } from './notebook.ts'

const VALIDATOR = 'inspector'
const MINUTE_MS = 60_000

/** The library itself, through its public door, under a profile. Nothing of its laws is written again here. */
export function library(...flags: readonly string[]): (world: World) => Promise<Memory> {
  return libraryThat(async () => undefined, ...flags)
}

/** The same; `atEnd` is called before its journal is gone. */
export function libraryThat(
  atEnd: (mettle: Mettle, folder: string) => Promise<void>,
  ...flags: readonly string[]
): (world: World) => Promise<Memory> {
  return async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'mettle-gym-'))
    const clock = fixedClock(world.sightings[0]?.[0]?.at ?? world.runs[0]!.at)
    const mettle = await openMettle({
      cwd: folder,
      environment: {
        ...{ HOME: folder, XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder },
        // What is withheld is drawn by the project, else by a folder of another name each time.
        METTLE_PROJECT: `gym-${world.seed}`,
      },
      store: openMemoryStore(),
      now: clock,
      nextId: countingIds('gym'),
      create: true,
      flags: [`holdout.share=${world.variant.holdoutShare}`, 'holdout.afterRuns=0', ...flags],
    })
    const at = (time: number) => clock.advance(Math.max(0, time - clock()))
    const uses = new Map<string, Seen['uses']>()
    let hasNews = false
    return {
      async hear({ run, at: time, text, labels, files, isFromOutside, steps = [] }) {
        at(time)
        await lived(run ?? '', steps)
        await mettle.recordLearning({
          agent: ROLE,
          lesson: text,
          context: { labels: [...labels], files: [...files] },
          ...(run === undefined ? {} : { run }),
          ...(isFromOutside ? { trust: 'external' as const } : {}),
        })
        hasNews = true
      },
      async inject(run) {
        at(run.at)
        if (hasNews) await mettle.learn()
        hasNews = false
        const { id, task, labels, files } = run
        const { budgetTokens } = world.variant
        const asked = { role: ROLE, run: id, task, labels: [...labels], files: [...files], budgetTokens }
        const { items, tokens, prediction } = await mettle.inject(asked)
        const lines = items.map(({ pattern, text }) => ({ pattern, text, tokens: tokens / items.length }))
        return { lines, ...(prediction === undefined ? {} : { prediction }) }
      },
      async learn(report) {
        const { run, verdict, word, outcome } = report
        at(run.at + 20 * MINUTE_MS)
        uses.set(run.id, report.uses)
        await lived(run.id, report.steps ?? [])
        if (report.steps !== undefined) await mettle.settleSession({ run: run.id })
        if (verdict !== undefined) await review(mettle, run, verdict)
        if (word !== undefined)
          await mettle.recordFeedback({
            subject: 'pattern',
            id: word.pattern,
            type: word.helpful ? 'helpful' : 'harmful',
            by: 'person',
            run: run.id,
          })
        if (outcome !== undefined) await end(run, outcome)
      },
      async settle({ run, outcome, kept }) {
        if (outcome !== undefined) await end(run, outcome)
        if (kept !== undefined) await mettle.recordMerge({ run: run.id, kept })
      },
      async judge() {
        const views = await mettle.patterns({ all: true })
        return views
          .filter(({ standing }) => standing.runs > 0)
          .map(({ pattern: { text }, standing: { helps, status } }) => ({ text, helps, called: status }))
      },
      async close() {
        await atEnd(mettle, folder)
        await mettle.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }

    /** Leaves the steps of a session as hooks do. */
    async function lived(run: string, steps: readonly Ran[]): Promise<void> {
      if (steps.length === 0) return
      const told = { run, client: 'claude-code', now: clock() }
      const spool = new Spool(join(mettle.workspace.home, 'spool'), told)
      spool.add('session-started', { client: 'claude-code' })
      for (const [at, { command, failure }] of steps.entries())
        spool.add('tool-used', {
          ...{ call: `${run}-${at}`, tool: 'Bash', kind: 'shell', command },
          ...(failure === undefined ? { ended: 'passed' } : { ended: 'failed', exitCode: 1, output: failure }),
        })
      spool.write()
      await mettle.keepUp()
      clock.advance(MINUTE_MS)
    }

    async function end({ id, files }: Run, outcome: NonNullable<Seen['outcome']>): Promise<void> {
      const { success, ...course } = outcome
      await mettle.recordOutcome({
        run: id,
        result: success ? 'success' : 'failure',
        observedBy: 'test',
        files: [...files],
        applied: (uses.get(id) ?? []).map(({ pattern, tier }) => ({
          pattern,
          ...(tier === 'applied' ? { file: files[0]!, line: 12 } : {}),
        })),
        ...course,
      })
    }
  }
}

/** The builder tells what it did, the inspector checks it, and the verdict is acted on. */
async function review(mettle: Mettle, { id: run, files, labels }: Run, verdict: Verdict): Promise<void> {
  const changedFiles = [...files]
  const place = `${files[0]}:12 \`change(order)\``
  const findings = verdict.dismissed.map(({ text }, at) => `J${at + 1} (HIGH) at ${place}. ${text}.`)
  if (verdict.level === 1) await mettle.recordBuild({ run, passed: true, command: 'npm test', exitCode: 0 })
  await mettle.recordDeliberation({
    run,
    role: ROLE,
    labels: [...labels],
    changedFiles,
    text: ['# Report', '', groundsOf(verdict.level, place), '', ...findings].join('\n'),
  })
  await mettle.correct({
    run,
    adversarialRole: ROLE,
    validatorRole: VALIDATOR,
    changedFiles,
    verdict: verdictText(verdict, place),
  })
}

function groundsOf(level: 1 | 2 | 3, place: string): string {
  if (level === 1) return '```\n$ npm test\nTests  12 passed (12)\n```'
  return level === 2 ? `The change is at ${place}.` : 'I thought it through, and it holds.'
}

function verdictText({ passed, level, dismissed }: Verdict, place: string): string {
  const ids = dismissed.map((_, at) => `J${at + 1}`)
  const why = ids.map((id) => `${id} is a false positive${level === 3 ? ', I believe' : `: see ${place}`}.\n`)
  const issue = { id: 'I1', severity: 'HIGH', summary: 'it does not hold' }
  const said = passed
    ? { verdict: 'PASS', issues: [], must_fix: [], false_positives: ids }
    : { verdict: 'FAIL', issues: [issue], must_fix: ['I1'], false_positives: ids }
  return `${why.join('\n')}\n<!-- gym:verdict-json\n${JSON.stringify(said)}\n-->\n`
}
