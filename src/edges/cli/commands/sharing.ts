import { present } from '../../../domain/sets.ts'
import { notFound } from '../../../domain/user-error.ts'
import type { Pulled } from '../../../loop/exchange/pull.ts'
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
  description: `Sends what is worth sharing: patterns that are verified, active, established or proven, or that have a success or helpful feedback.
    Evidence is sent as the counts of this journal alone. Patterns that were pulled from others, or that the organisation already has, are not sent.
    The setting share.folder or share.organisation says where to.`,
  options: {
    pattern: list('Only this one; may be repeated.', 'ID', { short: 'p' }),
    all: flag('Also send patterns without evidence.'),
    dryRun: flag('Show what would be sent, and change nothing.'),
    by: text('Who shares them. Default: the user of this machine.', 'NAME'),
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
  const verb = dryRun ? 'Would push' : 'Pushed'
  const rows = pushed.slice(0, SHOWN).map(({ pattern, text, isNew }) => [pattern, isNew ? 'new' : 'newer', text])
  const reasons = new Map<string, number>()
  for (const { reason } of passedOver) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return present([
    pushed.length === 0
      ? `Nothing to push to ${location}.`
      : `${verb} ${quantity(pushed.length, 'pattern')} to ${location}.`,
    rows.length > 0 && context.table(rows, { indent: 2 }),
    pushed.length > SHOWN && `  and ${quantity(pushed.length - SHOWN, 'more')}; --json has them`,
    unchanged !== 0 && `Already there: ${quantity(unchanged, 'pattern')}.`,
    ...[...reasons].map(([reason, count]) => `Not pushed: ${quantity(count, 'pattern')}: ${reason}.`),
  ]).join('\n')
}

export const pullCommand = askCommand({
  name: 'pull',
  summary: 'Get the patterns that others share with your organisation.',
  description: `Skips what this journal pushed, but not what another clone of this project pushed. A pattern that this project already has only gets a note of who
    else has it, with their counts, which do not affect its score. A new pattern is held until this project learns the same, and is then the
    project's own, or until you release it with mettle pattern release.
    If you accept patterns of a project in share.trusted, they can be shown immediately; the id is computed from their
    text, so changed text has to be accepted again. Mettle refuses what is damaged, forged or unsafe, and lists it.`,
  options: {
    dryRun: flag('Show what would be added, and change nothing.'),
    accept: text('Accept the patterns of trusted projects, as `mettle pull` showed them.', 'ID'),
  },
  examples: ['mettle pull --dry-run', 'mettle pull', 'mettle pull --accept 3f9a1c20'],
  needs: { person: { only: 'With --accept', when: ({ accept: id }) => id !== undefined } },
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
      `Nothing with the id '${id}' can be accepted. If the patterns changed since they were shown, they have another id.`,
      'mettle pull --dry-run',
    )
  const { trust } = configInputs(findWorkspace(context.cwd), context.environment, [])
  accept(trust, pulled.toAccept, { by: decider(undefined), at: context.now() })
}

const PULLED_SHOWN = 20

const SAID = { new: 'new', noted: 'known here', renewed: 'newer counts' } as const

export function pulledText(result: Pulled, context: CommandContext): string {
  const { location, dryRun, pulled, unchanged, own, refused } = result
  const verb = dryRun ? 'Would pull' : 'Pulled'
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
      `Held until this project learns the same: ${quantity(waiting, 'pattern')}. To release one: mettle pattern release ID --reason "..."`,
    ...acceptableText(result),
    ...pulled.map(
      ({ pattern, contradicts: other }) =>
        other !== undefined && `${pattern} contradicts a pattern with a higher success rate: ${other}`,
    ),
    unchanged !== 0 && `Already here: ${quantity(unchanged, 'pattern')}.`,
    own !== 0 && `Pushed from here: ${quantity(own, 'pattern')}.`,
    ...refusedText(refused, width),
  ]).join('\n')
}

function acceptableText(result: Pulled): string[] {
  const { toAccept } = result
  if (toAccept.length === 0) return []
  const rest = toAccept.length - PULLED_SHOWN
  return present([
    `From projects that you trust, and not yet accepted: ${quantity(toAccept.length, 'pattern')}`,
    ...toAccept.slice(0, PULLED_SHOWN).map(({ project, text: words }) => `  ${project}: ${words}`),
    rest > 0 && `  and ${quantity(rest, 'more')}; --json has them`,
    `To accept all as shown: mettle pull --accept ${idOfShared(result)}`,
  ])
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
      return `Nobody has pushed anything to ${location} yet.\nTo push: mettle push`
    const from = sources.map(({ project, journal, own, patterns: count, lastPushedAt: at }) => {
      return [project, journal.slice(0, 8), count, context.ago(at), own ? 'this journal' : '']
    })
    const rows = patterns.slice(0, limit).map(({ project, evidence: { sightings, successes }, text }) => {
      return [project, sightings, successes, text]
    })
    const rest = patterns.length - rows.length
    return present([
      `${location} holds ${quantity(patterns.length, 'pattern')} from ${quantity(sources.length, 'journal')}.`,
      context.table(from, { head: ['PROJECT', 'JOURNAL', 'PATTERNS', 'LAST PUSH', ''] }),
      '',
      context.table(rows, { head: ['FROM', 'SEEN', 'SUCCESSES', 'TEXT'], right: [1, 2] }),
      rest > 0 && `and ${quantity(rest, 'more pattern')}; --limit ${patterns.length} shows all`,
      ...refusedText(refused, context.textWidth),
    ]).join('\n')
  },
})
