import type { Retained } from '../../../loop/learning/retain.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/decider.ts'
import { usageError } from '../input/usage.ts'
import { bytes, grouped, quantity } from '../output/quantity.ts'
import { table } from '../output/table.ts'

export const command = defineCommand({
  name: 'forget',
  summary: 'Archive the words of old facts, or erase one for good.',
  description: `Without --event the words of old facts move from the journal into a compressed archive beside it, by the retention settings; every pattern,
    score and count stays exactly as it is, and --restore brings the words back. From the folder .learnings go the sessions beyond the
    newest, files that learn took in long ago, and the lock of a run that died. A run that is under way is never touched.
    .learnings/retention.yaml holds where the retention settings are not set.
    With --event the content of one fact is erased for good: for a secret that got through, or a person's request. That there was a fact,
    who erased it and why stays on record.`,
  options: {
    dryRun: { kind: 'switch', summary: 'Show what would go, and change nothing.' },
    restore: { kind: 'switch', summary: 'Bring archived words back into the journal.' },
    event: { kind: 'text', value: 'ID', summary: 'Erase this event; pattern why --json names them.' },
    reason: { kind: 'text', value: 'TEXT', summary: 'Why it is erased.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who erases it; else the user of this machine.' },
  },
  examples: [
    'mettle forget --dry-run',
    'mettle forget --restore',
    'mettle forget --event 01KDVDNJS84CMPBAGXH7J72KCY --reason "a customer name got in"',
  ],
  needs: { person: { only: 'with --event', when: ({ event }) => event !== undefined } },
  run: async (context, { dryRun, restore, event, reason, by }) => {
    if (event !== undefined) return erase(context, { event, reason, by })
    if (restore) return bringBack(context)
    return archive(context, dryRun)
  },
})

async function erase(
  context: CommandContext,
  { event, reason, by }: { event: string; reason: string | undefined; by: string | undefined },
): Promise<void> {
  if (reason === undefined)
    throw usageError('Erasing needs a reason.', `mettle forget --event ${event} --reason "…"`)
  const mettle = await context.openMettle()
  await mettle.erase({ event, reason, by: decider(by) })
  context.show({ erased: event }, () => `Erased the content of ${event}.`)
}

async function bringBack(context: CommandContext): Promise<void> {
  const mettle = await context.openMettle()
  const restored = await mettle.restore()
  context.show(restored, () =>
    restored.archives.length === 0
      ? 'Nothing is archived.'
      : `Brought the words of ${quantity(restored.events, 'fact')} back from ${quantity(restored.archives.length, 'archive')}.`,
  )
}

async function archive(context: CommandContext, dryRun: boolean): Promise<void> {
  const mettle = await context.openMettle()
  const progress = context.progress('Archiving')
  const retained = await mettle.forget({ dryRun, onProgress: (done, total) => progress.at(done, total) })
  progress.end()
  context.show(retained, () => retainedText(retained, context))
}

function retainedText(retained: Retained, context: CommandContext): string {
  return [
    factsText(retained, context),
    ...filesText(retained, context),
    ...fileSettingsText(retained),
    ...(retained.dryRun && retained.events + retained.files.length > 0
      ? ['Nothing was changed. mettle forget does it.']
      : []),
  ].join('\n')
}

function factsText(
  { dryRun, events, staying, runs, byType, archive: file }: Retained,
  context: CommandContext,
) {
  if (events === 0)
    return `Nothing goes: all ${quantity(staying, 'fact')} are recent. mettle config retention shows the settings.`
  const rows = Object.entries(byType).map(([type, count]) => [type, grouped(count)])
  return [
    `${dryRun ? 'Would archive' : 'Archived'} the words of ${quantity(events, 'fact')} of ${quantity(runs, 'run')}; ${quantity(staying, 'fact')} ${staying === 1 ? 'stays' : 'stay'} at hand.`,
    table(rows, { width: widthOf(context), right: [1], indent: 2 }).trimEnd(),
    ...(file === undefined
      ? []
      : [`Kept in ${file.path} (${bytes(file.bytes)}). mettle forget --restore brings them back.`]),
  ].join('\n')
}

function filesText({ dryRun, files }: Retained, context: CommandContext): string[] {
  if (files.length === 0) return []
  const rows = files.map(({ path, why }) => [path, why])
  return [
    `${dryRun ? 'Would remove' : 'Removed'} from .learnings:`,
    table(rows, { width: widthOf(context), indent: 2 }).trimEnd(),
  ]
}

function widthOf({ isTerminal, width }: CommandContext): number | undefined {
  return isTerminal ? width : undefined
}

/** What `.learnings/retention.yaml` decided, and what it did not. */
function fileSettingsText({ fromFile }: Retained): string[] {
  return fromFile.map(({ key, value, overruledBy }) =>
    overruledBy === undefined
      ? `${key} is ${value} by .learnings/retention.yaml.`
      : `${key} is ${overruledBy} by the settings, not ${value} as .learnings/retention.yaml says.`,
  )
}
