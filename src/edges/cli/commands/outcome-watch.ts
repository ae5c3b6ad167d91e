import { UserError } from '../../../domain/user-error.ts'
import type { OutcomesWatched, WatchedRun } from '../../../loop/runs/watch-outcomes.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { citationLine } from '../output/citation-line.ts'
import { quantity } from '../output/quantity.ts'
import { untilSignalled } from '../watching.ts'

export const command = defineCommand({
  name: 'outcome watch',
  summary: 'Find out from git what became of the work of runs, and grade them by it.',
  description: `Reads the history of the branch that work is merged into. Work that has stayed there for a day was kept; work that was reverted within 14 days was not, and a revert of a
    merge takes back all that it had brought. Work that others had to mend within 14 days was kept, though not as the run had left it: a commit "fixup! SUBJECT" (or squash!, amend!) says so, and
    one with a line "Fixes: ID". A commit belongs to the run whose session made it, and to those that its message names: git commit --trailer "Mettle-Run: ID".

    Looks again every few minutes until it is told to end (Ctrl-C); with --once it looks once, for a scheduled job. Looking twice changes nothing. Nothing is written to the
    repository.`,
  options: {
    once: { kind: 'switch', summary: 'Look once and end.' },
    branch: {
      kind: 'text',
      value: 'NAME',
      summary: "The branch that work is merged into; else origin's, main or master.",
    },
    every: {
      kind: 'number',
      least: 0.05,
      most: 10_080,
      default: 5,
      value: 'MINUTES',
      summary: 'How often to look.',
    },
    keptAfter: {
      kind: 'number',
      least: 0,
      most: 3_650,
      default: 1,
      value: 'DAYS',
      summary: 'How long work must have stayed to count as kept.',
    },
    revertWithin: {
      kind: 'number',
      least: 0,
      most: 3_650,
      default: 14,
      value: 'DAYS',
      summary: 'For how long a revert speaks against the work.',
    },
    reworkWithin: {
      kind: 'number',
      least: 0,
      most: 3_650,
      default: 14,
      value: 'DAYS',
      summary: 'For how long a commit that mends the work speaks of it.',
    },
    since: {
      kind: 'number',
      least: 0,
      most: 36_500,
      default: 90,
      value: 'DAYS',
      summary: 'How far back to look.',
    },
  },
  examples: ['mettle outcome watch', 'mettle outcome watch --once --branch main --json'],
  run: async (context, { once, branch, every, keptAfter, revertWithin, reworkWithin, since }) => {
    const mettle = await context.openMettle()
    const request = {
      keptAfterDays: keptAfter,
      revertWithinDays: revertWithin,
      reworkWithinDays: reworkWithin,
      sinceDays: since,
      branch,
    }
    if (once) {
      const watched = await mettle.watchOutcomes(request)
      context.show(watched, () => [headOf(watched), ...linesOf(watched)].join('\n'))
      return
    }
    await untilSignalled(
      every * 60_000,
      watcher(context, () => mettle.watchOutcomes(request)),
    )
  },
})

/** What cannot be looked at the first time ends it; later it is told, and the next look may find it mended. */
function watcher(context: CommandContext, look: () => Promise<OutcomesWatched>): () => Promise<void> {
  let isBegun = false
  return async () => {
    try {
      const watched = await look()
      if (!isBegun) context.note(`${headOf(watched)}\nCtrl-C ends it.`)
      isBegun = true
      if (watched.news.length + watched.citations.news.length > 0)
        context.show(watched, () => linesOf(watched).join('\n'))
    } catch (error) {
      if (!isBegun || !(error instanceof UserError)) throw error
      context.note(error.message)
    }
  }
}

function headOf({ branch, commits, runs, news }: OutcomesWatched): string {
  const found = `${quantity(commits, 'commit')} on ${branch}, work of ${quantity(runs, 'run')}`
  const told = new Set(news.map(({ run }) => run)).size
  return `${found}: ${told === 0 ? 'no news' : `news of ${quantity(told, 'run')}`}.`
}

function linesOf({ news, citations }: OutcomesWatched): string[] {
  return [...news.map(lineOf), ...citations.news.map(citationLine)]
}

function lineOf({ run, kept, commit, mends, graded }: WatchedRun): string {
  const became = mends !== undefined ? 'reworked' : kept ? 'kept' : 'taken back'
  const where = `${commit.slice(0, 12)}${mends === undefined ? '' : ` mends ${mends.slice(0, 12)}`}`
  return `${run}  ${became} (${where}), grades ${quantity(graded.length, 'pattern')}`
}
