import { relative, resolve } from 'node:path'
import { findWorkspace } from '../../../machine/workspace.ts'
import { readConfig } from '../../../open.ts'
import { prepareRestore, type RestorePlan } from '../../../restore.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk } from '../input/ask.ts'
import { usageError } from '../input/usage.ts'
import { quantity } from '../output/quantity.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'restore',
  summary: 'Put a backup in the place of the journal, and keep what was there.',
  description: `Reads every page and every event of the file first, and changes nothing when one is not as it was recorded. Shows what the backup holds, what the
    journal holds now and what would be lost, and asks. The present journal is moved beside, under a name with the date, and can be put back in the same way. Works
    while other processes have the journal open, and when the journal is damaged or gone.

    With --accept-loss, takes every event that can still be read from a damaged file, the present journal if no file is given, and goes on with those. Also says that
    a journal which is shorter than it was is the one to go on with.`,
  arguments: [{ name: 'file', summary: 'A backup, or a journal that an earlier restore kept.' }],
  options: {
    acceptLoss: { kind: 'switch', summary: 'Go on with what can be read; the rest is lost.' },
    dryRun: { kind: 'switch', summary: 'Verify and show what would change, and change nothing.' },
    yes: { kind: 'switch', summary: 'Do not ask again after the plan.' },
  },
  examples: [
    'mettle restore ../mettle-backup.db --dry-run',
    'mettle restore ../mettle-backup.db',
    'mettle restore --accept-loss',
  ],
  needs: { person: { only: 'unless it is a dry run', when: ({ dryRun }) => !dryRun } },
  run: async (context, { file, acceptLoss, dryRun, yes }) => {
    if (file === undefined && !acceptLoss)
      throw usageError('Which backup?', 'mettle restore ../mettle-backup.db, or mettle restore --accept-loss')
    if (file === undefined && isOnServer(context)) {
      if (dryRun) throw usageError('A dry run is for files.', 'mettle doctor says what is missing.')
      const mettle = await context.openMettle({ acceptLoss: true })
      const { events } = await mettle.status()
      context.show(
        { restored: false, events },
        () => `Going on with the ${quantity(events, 'event')} in ${mettle.location}.`,
      )
      return
    }
    const { cwd, environment, settings: flags, now } = context
    const progress = context.progress('Verifying')
    const prepared = await prepareRestore({
      cwd,
      environment,
      flags,
      now,
      acceptLoss,
      file: file === undefined ? undefined : resolve(cwd, file),
      onProgress: (done, total) => progress.at(done, total),
    }).finally(() => progress.end())
    const { plan } = prepared
    if (dryRun || !(await isMeant(context, plan, yes))) {
      prepared.discard()
      context.show({ restored: false, ...plan }, () =>
        dryRun ? planText(plan, context) : 'Nothing was changed.',
      )
      return
    }
    await prepared.apply()
    const mettle = await context.openMettle()
    await mettle.settleRestored()
    context.show({ restored: true, ...plan }, () => restoredText(plan, context))
  },
})

function isOnServer({ cwd, environment, settings }: CommandContext): boolean {
  return readConfig(findWorkspace(cwd), environment, settings).values['store.url'] !== ''
}

async function isMeant(context: CommandContext, plan: RestorePlan, yes: boolean): Promise<boolean> {
  context.note(planText(plan, context))
  if (yes || !canAsk(context)) return true
  return ask(context, 'Put it in the place of the journal?')
}

function planText(plan: RestorePlan, { cwd }: CommandContext): string {
  const { events, newestAt, eventsNow, problemNow, lost, moved, kept, isKnownHere } = plan
  const newest = newestAt === undefined ? '' : `, the newest of ${timeText(newestAt)}`
  const rows: [string, string][] = [
    ['file', plan.from],
    ['holds', `${quantity(events, 'event')}${newest}; every link holds`],
    ['now', eventsNow === undefined ? (problemNow ?? 'nothing') : quantity(eventsNow, 'event')],
    ['lost', lostText(plan, lost)],
    ...(moved
      ? [['gaps', `${quantity(moved, 'event')} after a gap got a new place`] as [string, string]]
      : []),
    ...(isKnownHere ? [] : [['seal', NOT_KNOWN] as [string, string]]),
    ...(kept === undefined
      ? []
      : [['kept', `what is there now, as ${relative(cwd, kept)}`] as [string, string]]),
  ]
  return table(rows)
}

const NOT_KNOWN =
  'this machine has no seal of it: nothing in it was altered, but only the machine it is from can tell whether its newest events are missing'

function lostText({ isSameHistory }: RestorePlan, lost: number): string {
  if (isSameHistory === false) return `${quantity(lost, 'event')}: it is not a state of the present journal`
  return lost === 0 ? 'nothing that is known to have been recorded' : `the newest ${quantity(lost, 'event')}`
}

function restoredText({ events, kept }: RestorePlan, { cwd }: CommandContext): string {
  const back =
    kept === undefined
      ? ''
      : `\nWhat was there is kept. To put it back: mettle restore ${relative(cwd, kept)}`
  return `The journal now holds ${quantity(events, 'event')}.${back}`
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
