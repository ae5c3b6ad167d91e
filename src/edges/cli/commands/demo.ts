import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { UserError } from '../../../domain/user-error.ts'
import { settingBrought } from '../../../machine/config/load.ts'
import { PROJECT_FILE } from '../../../machine/config/settings-file.ts'
import { placeWithin } from '../../../machine/files/paths.ts'
import { makePrivateFolder, SHARED_FILE } from '../../../machine/files/private-files.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { accept } from '../../../machine/gate/trust-file.ts'
import { makeHome } from '../../../machine/home.ts'
import { configInputs, openMettle } from '../../../open.ts'
import type { LoopReport } from '../../../report/loop-report.ts'
import type { WhyPattern } from '../../../report/why/why-pattern.ts'
import { seededDice } from '../../demo/crew.ts'
import { play } from '../../demo/play.ts'
import { count, defineCommand, number, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { duration, quantity } from '../output/numbers-text.ts'
import { reportText } from '../output/report-text.ts'
import { whyText } from '../output/why-text.ts'

const WEEKS_MS = 8 * 7 * 86_400_000

/** The folder where the project shares patterns; it stands in for a repository that others also read. */
const SHARED = 'shared'

const SETTINGS = `${JSON.stringify({ share: { folder: SHARED } }, null, 2)}\n`

/** The last run ended before lunch. */
const LATELY_MS = 2 * 3_600_000

export const demoCommand = defineCommand({
  name: 'demo',
  summary: 'Play eight weeks of a made-up project, and see what Mettle learns from it.',
  description: `A made-up project with traps, several roles and one piece of bad advice lives through eight weeks. What happens is random but the same
    for the same seed; everything that is learned comes from the real loop over a real journal, in a folder of its own that you can look at afterwards.`,
  options: {
    dir: text('An empty folder for it. Default: a new temporary folder.', 'DIR'),
    runs: number('How many runs to play.', { least: 1, most: 2_000, whole: true, default: 60 }),
    seed: count('Another number gives another story.', { default: 8 }),
  },
  examples: ['mettle demo', 'mettle demo --runs 200 --seed 7'],
  run: async (context, { dir, runs, seed }) => {
    const folder = demoFolder(dir === undefined ? undefined : placeWithin(resolve(context.cwd, dir)))
    context.note(`Playing ${quantity(runs, 'run')} of a made-up project into ${folder}`)
    writeFileSync(join(folder, PROJECT_FILE), SETTINGS, { mode: SHARED_FILE })
    const workspace = findWorkspace(folder)
    // The random draw depends on the project name, so a fixed name and seed give the same story.
    makeHome(workspace, 'parcels-demo')
    const { trust } = configInputs(workspace, context.environment, [])
    const word = { by: decider(undefined), at: context.now() }
    accept(trust, [settingBrought('share.folder', SHARED)], word)
    let now = context.now() - WEEKS_MS
    const advance = (ms: number) => {
      now += ms
    }
    const mettle = await openMettle({
      cwd: folder,
      environment: context.environment,
      flags: ['holdout.afterRuns=15', 'store.url=', 'store.path=', 'project=', ...context.settings],
      surface: 'demo',
      create: true,
      now: () => now,
    })
    try {
      const startedAt = context.now()
      const progress = context.progress('Playing', runs)
      const played = await play(mettle, { now: () => now, advance }, seededDice(seed), {
        runs,
        until: context.now() - LATELY_MS,
        onProgress: (done) => progress.at(done),
      })
      progress.end()
      const { events } = await mettle.status()
      context.note(`Recorded ${quantity(events, 'event')} in ${duration(context.now() - startedAt)}.`)
      const next = await mettle.inject({
        role: 'builder',
        task: 'add an index for parcel look-ups by depot',
        labels: ['database'],
      })
      const why = next.items[0] === undefined ? undefined : await mettle.why(next.items[0].pattern)
      const report = await mettle.report()
      const value = { folder, events, ...played, block: next.block, why, report }
      context.show(value, () => demoText(value, now, context))
    } finally {
      await mettle.close()
    }
  },
})

/** A new or empty folder for the demo. */
function demoFolder(wanted: string | undefined): string {
  if (wanted === undefined) return mkdtempSync(join(tmpdir(), 'mettle-demo-'))
  if (existsSync(wanted) && readdirSync(wanted).length > 0)
    throw new UserError(
      'usage',
      `${wanted} is not empty, and the demo writes only into an empty folder.`,
      'mettle demo --dir NEW-FOLDER',
    )
  makePrivateFolder(wanted)
  return wanted
}

/** The end of the demo: the next block, one explanation, the report, and what to type. */
function demoText(
  { folder, block, why, report }: { folder: string; block: string; why: WhyPattern | undefined; report: LoopReport },
  now: number,
  context: CommandContext,
): string {
  const { colour, isTerminal, width } = context
  const heading = (text: string) => colour.cyan(`\n── ${text} ──`)
  return [
    heading('What the next agent gets before it adds an index'),
    block,
    ...(why ? [heading('Why the first line is there'), whyText(why, { ...context, now: () => now })] : []),
    heading('How the project is doing'),
    reportText(report, colour, isTerminal ? width : undefined),
    heading('What to type next'),
    'npm link  puts mettle on your path; then:',
    `mettle pattern list --cwd ${folder}`,
    `mettle doctor --cwd ${folder}`,
    'mettle init  in a repository of your own',
  ].join('\n')
}
