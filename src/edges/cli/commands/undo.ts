import type { Undone, UndoRequest } from '../../../loop/journal/undo.ts'
import type { Mettle } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk } from '../input/ask.ts'
import { decider } from '../input/decider.ts'
import { usageError } from '../input/usage.ts'
import { undoneText } from '../output/undo-text.ts'

export const command = defineCommand({
  name: 'undo',
  summary: 'Take a fact back, or all that a run or a source contributed.',
  description: `Everything is then as if the facts had never been recorded, but for the record of the undo; the facts stay in the journal and its chain. What was concluded
    from a fact goes with it: the sighting of a learning, what a verdict did. Shows first which patterns, runs, adapters and tasks would move, from what to what, and
    what was done on their strength meanwhile.
    Every undo has an id; undoing that lets everything count again. The same fact recorded once more stays undone; another one under its name is taken.`,
  arguments: [
    { name: 'event', summary: 'A fact by its id or its number in the timeline, or an earlier undo.' },
  ],
  options: {
    run: { kind: 'text', value: 'RUN', summary: 'All that this run contributed.' },
    source: {
      kind: 'text',
      value: 'NAME',
      summary:
        'All that came from a person, a client, a door (import), a kind of source (external) or a pulled project.',
    },
    alone: { kind: 'switch', summary: 'Leave what was concluded from it as it is.' },
    reason: { kind: 'text', value: 'TEXT', summary: 'Why; it is kept and shown.' },
    by: { kind: 'text', value: 'NAME', summary: 'Who takes it back; else the user of this machine.' },
    dryRun: { kind: 'switch', summary: 'Show what would move, and change nothing.' },
    yes: { kind: 'switch', summary: 'Do not ask.' },
  },
  examples: [
    'mettle undo 01KDVDNJS84CMPBAGXH7J72KCY --dry-run',
    'mettle undo 01KDVDNJS84CMPBAGXH7J72KCY --reason "recorded for the wrong run"',
    'mettle undo --run r-17 --reason "the agent followed a forged issue"',
    'mettle undo --source other-team --reason "their journal was poisoned"',
  ],
  needs: { person: { only: 'unless it is a dry run', when: ({ dryRun }) => !dryRun } },
  run: async (context, { event, run, source, alone, reason, by, dryRun, yes }) => {
    if (event === undefined && run === undefined && source === undefined)
      throw usageError(
        'Say what to take back: a fact, --run or --source.',
        'mettle timeline numbers facts: mettle undo 12 --dry-run',
      )
    if (reason === undefined && !dryRun)
      throw usageError(
        'Taking something back needs a reason.',
        `mettle undo ${scopeWords({ event, run, source })} --reason "recorded for the wrong run"`,
      )
    const mettle = await context.openMettle()
    const scope = { event, run, source, alone }
    const request = { ...scope, by: decider(by), reason: reason ?? 'dry run' }
    if (!dryRun && !yes && canAsk(context) && !(await isMeant(context, mettle, request))) return
    const undone = await withProgress(context, mettle, { ...request, dryRun })
    context.show(undone, () => undoneText(undone, context))
  },
})

/** What was asked to be taken back, as it was typed. */
function scopeWords(scope: {
  event?: string | undefined
  run?: string | undefined
  source?: string | undefined
}) {
  const { event, run, source } = scope
  const words = [event, run && `--run ${run}`, source && `--source ${source}`]
  return words.filter((word) => word !== undefined).join(' ')
}

async function isMeant(context: CommandContext, mettle: Mettle, request: UndoRequest): Promise<boolean> {
  const radius = await withProgress(context, mettle, { ...request, dryRun: true })
  if (!radius.changed) return true
  context.note(undoneText(radius, context))
  return ask(context, 'Take it back?')
}

async function withProgress(context: CommandContext, mettle: Mettle, request: UndoRequest): Promise<Undone> {
  const progress = context.progress(request.dryRun ? 'Comparing' : 'Undoing')
  const undone = await mettle.undo({ ...request, onProgress: (done, total) => progress.at(done, total) })
  progress.end()
  return undone
}
