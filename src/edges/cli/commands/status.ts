import { present } from '../../../domain/sets.ts'
import { CLIENTS } from '../../../domain/values/session.ts'
import type { Status } from '../../../loop/reports/overview.ts'
import { readAgentsFile } from '../../../machine/agents-file.ts'
import { stateFolder } from '../../../machine/files/user-folders.ts'
import { defineCommand } from '../command.ts'
import { clientNames } from '../output/connection-text.ts'
import { grouped, quantity, relativeTime } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'
import { ignoredText, repositoryOffer } from '../setup/repository-offer.ts'

const PARTS = [
  ['capture', 'last lesson'],
  ['learn', 'last learned'],
  ['inject', 'last shown'],
  ['judge', 'last outcome'],
] as const

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show whether sessions are recorded, and what Mettle has learned.',
  examples: ['mettle status', 'mettle status --json'],
  run: async (context) => {
    const mettle = await context.openMettle()
    const status = await mettle.status()
    if (mettle.isBehind)
      context.note(
        'Another process is writing to the journal, so the newest hook events are not included yet. Type mettle status again.',
      )
    const hidden = status.patterns.all - status.patterns.showable
    // With more hidden patterns than this, the review would make status slow.
    const found = hidden === 0 || hidden > 2_000 ? [] : await mettle.review()
    const now = context.now()
    const clients = [mettle.workspace.home, stateFolder(context.environment)].flatMap(
      (folder) => readAgentsFile(folder)?.clients ?? [],
    )
    const connected = CLIENTS.filter((client) => clients.includes(client))
    const offer = repositoryOffer(context, mettle.workspace)
    const untrusted = ignoredText(offer)
    const ignored = offer.waiting.map(({ item }) => item)
    context.show(
      { ...status, isBehind: mettle.isBehind, location: mettle.location, clients: connected, ignored },
      () => {
        const { patterns, learnings, heartbeats } = status
        const rows: [string, string][] = present([
          ['journal', `${quantity(status.events, 'event')} of ${quantity(status.runs, 'run')} in ${mettle.location}`],
          ['project', `${status.project}, organisation ${status.organisation}`],
          ['clients', connected.length === 0 ? 'none; mettle init' : clientNames(connected)],
          ['patterns', `${grouped(patterns.showable)} shown to agents, ${grouped(hidden)} not shown`],
          found.length > 0 && ['review', `${quantity(found.length, 'lesson')} found in sessions; mettle review`],
          learnings.pending > 0 && ['waiting', `${quantity(learnings.pending, 'learning')}; mettle learn`],
          untrusted !== undefined && ['repository', untrusted],
          ...troubleRows(status),
          ...suggestionRows(status.suggestions),
          ...PARTS.map(([part, label]): [string, string] => {
            const at = heartbeats[part]
            const last = at === undefined ? 'never' : relativeTime(at, now)
            return [label, `${last}${quietText(status.quiet, part, at === undefined)}`]
          }),
          status.overlays.tight !== 0 && ['overlays', overlaysText(status.overlays)],
          status.spool.waiting + status.spool.refused !== 0 && [
            'hooks',
            `${quantity(status.spool.waiting, 'file')} waiting, ${status.spool.refused} refused; mettle doctor`,
          ],
          [
            'failures',
            status.lastFailure === undefined ? 'none' : `${status.failures}, the last: ${status.lastFailure.message}`,
          ],
          status.archive !== undefined && ['archive', `content of events up to ${status.archive.upTo}`],
          !status.policyIsCurrent && ['settings', 'changed since patterns were computed; mettle rebuild'],
        ])
        return table(rows)
      },
    )
  },
})

/** A flat line is an alarm: a loop that no longer learns looks just like one with nothing to learn. */
function quietText({ afterDays, parts }: Status['quiet'], part: string, isNever: boolean): string {
  if (!parts.some((one) => one === part)) return ''
  return isNever
    ? ', though runs are on record; mettle doctor'
    : `: quiet for more than ${afterDays} days; mettle doctor`
}

/** Shown only if there is trouble: nobody reads a row that always says `none`. */
function troubleRows({
  troubles: { openErrors, struckOut },
  conflicts: [conflict, ...others],
}: Status): [string, string][] {
  const rows: [string, string][] = []
  if (conflict !== undefined)
    rows.push([
      'conflicts',
      `${conflict.pattern} and ${conflict.with} contradict each other (${conflict.reason})${others.length === 0 ? '' : `, and ${quantity(others.length, 'more pair')}`}; mettle pattern why ${conflict.pattern}`,
    ])
  if (openErrors > 0) rows.push(['errors', `${quantity(openErrors, 'error')} unresolved; mettle error list`])
  if (struckOut > 0)
    rows.push(['strikes', `${quantity(struckOut, 'task')} failed three times; mettle strike list --struck-out`])
  return rows
}

/** The strongest suggestion with its command; the report has the rest. */
function suggestionRows([first, ...others]: Status['suggestions']): [string, string][] {
  if (first === undefined) return []
  const more = others.length === 0 ? '' : `; ${others.length} more: mettle report uplift`
  return [['suggested', `${first.command}${more}`]]
}

function overlaysText({ tight, stale }: { tight: number; stale: readonly string[] }): string {
  const held = `${quantity(tight, 'adapter')} held`
  return stale.length === 0 ? held : `${held}; without new evidence for long: ${stale.join(', ')}; mettle policy show`
}
