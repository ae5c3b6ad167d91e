import { present } from '../../../domain/sets.ts'
import { notFound } from '../../../domain/user-error.ts'
import type { Pulled, PulledPattern } from '../../../loop/exchange/pull.ts'
import type { Pushed } from '../../../loop/exchange/push.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { accept } from '../../../machine/gate/trust-file.ts'
import { configInputs } from '../../../open.ts'
import { askCommand, flag, list, ordinal, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { some } from '../input/parse-values.ts'
import { quantity } from '../output/numbers-text.ts'
import { refusedText } from '../output/outcome-text.ts'
import { idOfAll, offered } from '../setup/repository-offer.ts'

export const pushCommand = askCommand({
  name: 'push',
  summary: 'Share patterns with your organisation, with the evidence for them.',
  description: `Sends what is worth sharing: patterns that are verified, active, established or proven, or that a success or helpful feedback speaks for.
    Evidence goes as counts of this journal alone; what was pulled from others is not sent on. What the organisation holds already
    is not sent again. The place is set by share.folder or share.organisation.`,
  options: {
    pattern: list('Only this one; may be given many times.', 'ID', { short: 'p' }),
    all: flag('Those for which nothing speaks yet, too.'),
    dryRun: flag('Show what would go, and change nothing.'),
    by: text('Who gives them; else the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle push --dry-run',
    'mettle push',
    'mettle push --pattern p-d86bc974dde41587 --set share.folder=../shared-patterns',
  ],
  ask: (mettle, { pattern, all, dryRun, by }) => mettle.push({ by: decider(by), all, dryRun, patterns: some(pattern) }),
  view: (pushed, context) => pushedText(pushed, context),
})

const SHOWN = 20

export function pushedText(
  { location, dryRun, pushed, unchanged, passedOver }: Pushed,
  context: CommandContext,
): string {
  const verb = dryRun ? 'Would give' : 'Gave'
  const rows = pushed.slice(0, SHOWN).map(({ pattern, text, isNew }) => [pattern, isNew ? 'new' : 'newer', text])
  const reasons = new Map<string, number>()
  for (const { reason } of passedOver) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return present([
    pushed.length === 0
      ? `Nothing to give to ${location}.`
      : `${verb} ${quantity(pushed.length, 'pattern')} to ${location}.`,
    rows.length > 0 && context.table(rows, { indent: 2 }),
    pushed.length > SHOWN && `  and ${quantity(pushed.length - SHOWN, 'more')}; --json has them`,
    unchanged !== 0 && `${quantity(unchanged, 'pattern')} there already, as ${unchanged === 1 ? 'it is' : 'they are'}.`,
    ...[...reasons].map(([reason, count]) => `${quantity(count, 'pattern')} kept back: ${reason}.`),
  ]).join('\n')
}

export const pullCommand = askCommand({
  name: 'pull',
  summary: 'Get the patterns that others share with your organisation.',
  description: `What this journal pushed stays out; what another clone of this project pushed comes in. A pattern that is known here only gains a note of who
    else knows it, with their counts, which are told and enter no score. What is new waits until this project learns it itself, which
    then counts as its own, or until you release it with mettle pattern release.
    Patterns of a project in share.trusted may be shown at once if you accept them: the id follows from their words, and other words under the same name
    wait again. What is damaged, forged or unsafe is refused and listed.`,
  options: {
    dryRun: flag('Show what would come, and change nothing.'),
    accept: text('Accept what waits for you of trusted projects, as `mettle pull` showed it.', 'ID'),
  },
  examples: ['mettle pull --dry-run', 'mettle pull', 'mettle pull --accept 3f9a1c20'],
  needs: { person: { only: 'with --accept', when: ({ accept: id }) => id !== undefined } },
  ask: async (mettle, { dryRun, accept: id }, context) => {
    if (id !== undefined) acceptShared(id, await mettle.pull({ dryRun: true }), context)
    return context.during('Pulling', (onProgress) => mettle.pull({ dryRun, onProgress }))
  },
  view: pulledText,
})

const idOfShared = ({ toAccept }: Pulled) => idOfAll(toAccept.map((one) => offered(one, one.text)))

function acceptShared(id: string, pulled: Pulled, context: CommandContext): void {
  if (pulled.toAccept.length === 0 || id !== idOfShared(pulled))
    throw notFound(
      `Nothing with the id '${id}' waits to be accepted; what changed since it was shown has another id.`,
      'mettle pull --dry-run',
    )
  const { trust } = configInputs(findWorkspace(context.cwd), context.environment, [])
  accept(trust, pulled.toAccept, { by: decider(undefined), at: context.now() })
}

const PULLED_SHOWN = 20

const SAID = { new: 'new', noted: 'known here', renewed: 'newer counts' } as const

export function pulledText(result: Pulled, context: CommandContext): string {
  const { location, dryRun, pulled, unchanged, own, refused } = result
  const verb = dryRun ? 'Would take' : 'Took'
  const rows = pulled
    .slice(0, PULLED_SHOWN)
    .map(({ pattern, project, status, text }) => [pattern, project, SAID[status], text])
  const waiting = pulled.filter(({ status, trust }) => status === 'new' && trust === 'quarantined').length
  const width = context.textWidth
  const head = ['ID', 'FROM', '', 'TEXT']
  return present([
    pulled.length === 0
      ? `Nothing new in ${location}.`
      : `${verb} ${quantity(pulled.length, 'pattern')} from ${location}.`,
    rows.length > 0 && context.table(rows, { head }),
    pulled.length > PULLED_SHOWN && `and ${quantity(pulled.length - PULLED_SHOWN, 'more')}; --json has them`,
    waiting !== 0 &&
      `${quantity(waiting, 'pattern')} ${waiting === 1 ? 'waits' : 'wait'} until learned here, or released with mettle pattern release.`,
    ...acceptableText(result),
    ...pulled.flatMap(contradiction),
    unchanged !== 0 && `${quantity(unchanged, 'pattern')} known as ${unchanged === 1 ? 'it is' : 'they are'}.`,
    own !== 0 && `${quantity(own, 'pattern')} pushed from here.`,
    ...refusedText(refused, width),
  ]).join('\n')
}

function acceptableText(result: Pulled): string[] {
  const { toAccept } = result
  if (toAccept.length === 0) return []
  const rest = toAccept.length - PULLED_SHOWN
  return present([
    `${quantity(toAccept.length, 'pattern')} of projects that you trust ${toAccept.length === 1 ? 'waits' : 'wait'} for you:`,
    ...toAccept.slice(0, PULLED_SHOWN).map(({ project, text: words }) => `  ${project}: ${words}`),
    rest > 0 && `  and ${quantity(rest, 'more')}; --json has them`,
    `Accept all of it as shown:  mettle pull --accept ${idOfShared(result)}`,
  ])
}

function contradiction({ pattern, contradicts }: PulledPattern): string[] {
  return contradicts === undefined ? [] : [`${pattern} contradicts what held more often: ${contradicts}`]
}

export const organisationListCommand = askCommand({
  name: 'organisation list',
  summary: 'List the patterns that your organisation shares, and who shared them.',
  options: { limit: ordinal('How many at most.', { short: 'n', default: 20 }) },
  examples: ['mettle organisation list', 'mettle organisation list --json'],
  ask: (mettle) => mettle.organisation(),
  listed: 'patterns',
  view: (view, context, { limit }) => {
    const { location, patterns, sources, refused } = view
    if (patterns.length + refused.length === 0)
      return `Nobody has given anything to ${location} yet.\nmettle push begins.`
    const from = sources.map(({ project, journal, own, patterns: count, lastPushedAt: at }) => {
      const held = quantity(count, 'pattern')
      return [project, journal.slice(0, 8), held, context.ago(at), own ? 'this journal' : '']
    })
    const rows = patterns.slice(0, limit).map(({ project, evidence: { sightings, successes }, text }) => {
      return [project, sightings, successes, text]
    })
    const rest = patterns.length - rows.length
    return present([
      `${location} holds ${quantity(patterns.length, 'pattern')} from ${quantity(sources.length, 'journal')}.`,
      context.table(from, { head: ['PROJECT', 'JOURNAL', '', 'LAST PUSH', ''] }),
      '',
      context.table(rows, { head: ['FROM', 'SEEN', 'SUCCESSES', 'TEXT'], right: [1, 2] }),
      rest > 0 && `and ${quantity(rest, 'more pattern')}; --limit ${patterns.length} shows all`,
      ...refusedText(refused, context.textWidth),
    ]).join('\n')
  },
})
