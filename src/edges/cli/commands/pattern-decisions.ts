import { PERSON } from '../../../domain/pattern-pull.ts'
import { present, withoutUndefined } from '../../../domain/sets.ts'
import { CATEGORIES, STRENGTHS } from '../../../domain/values/pattern.ts'
import type { Rule } from '../../../loop/learning/person-rules.ts'
import type { PatternEdited } from '../../../loop/patterns/edit-pattern.ts'
import type { SourceQuarantined } from '../../../loop/patterns/quarantine.ts'
import { askCommand, type Command, choice, defineCommand, flag, list, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { listed, some } from '../input/parse-values.ts'
import { usageError } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { pushedLines } from '../output/undo-text.ts'
import { decisionText, patternOptions } from '../pattern-decision.ts'
import { decisionOptions } from '../policy-text.ts'
import { verbCommand } from '../verb-command.ts'

function onAxes(
  verb: 'promotePattern' | 'deprecatePattern' | 'resetPattern',
  said: Pick<Command, 'name' | 'summary' | 'description'> & { examples: readonly [string] },
) {
  return askCommand({
    ...said,
    arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
    options: patternOptions,
    needs: { person: 'always' },
    ask: (mettle, { id, reason, by, axis }) =>
      mettle[verb]({ pattern: id, reason, by: decider(by), axes: axis === undefined ? undefined : [axis] }),
    view: (decided) => decisionText(decided),
  })
}

export const patternPromoteCommand = onAxes('promotePattern', {
  name: 'pattern promote',
  summary: 'Make a pattern your rule.',
  description:
    'Agents are shown it first at every start, whatever the evidence says, until a person resets or removes it. Reset a deprecated pattern first.',
  examples: ['mettle pattern promote p-4254f02efa558f50 --reason "the team agreed on it"'],
})

export const patternDeprecateCommand = onAxes('deprecatePattern', {
  name: 'pattern deprecate',
  summary: 'Retire a pattern.',
  description: 'It is no longer shown, whatever the evidence says, until a person resets it.',
  examples: ['mettle pattern deprecate p-4254f02efa558f50 --reason "we moved to another framework"'],
})

export const patternResetCommand = onAxes('resetPattern', {
  name: 'pattern reset',
  summary: 'Withdraw your decision about a pattern, so that evidence decides again.',
  description: 'Undoes a promotion or a deprecation by a person.',
  examples: ['mettle pattern reset p-4254f02efa558f50 --reason "promoted by mistake"'],
})

export const ruleAddCommand = verbCommand('addRule', {
  name: 'rule add',
  summary: 'Give agents a rule, in your words, at the start of every session.',
  description: `Rules are yours: agents are shown them first, under your name, and only you can remove them. If a rule says the same already, your text becomes
    another wording of it; a rule that says the opposite is replaced.`,
  words: { text: 'text' },
  options: { at: { value: 'PATH' } },
  examples: ['mettle rule add "Ask before you delete a branch"', 'mettle rule add "Write dates in UTC" --at src/api'],
  needs: { person: 'always' },
  view: ({ rule, status, replaced, doubtful, near, merged, event }) =>
    [
      status === 'new' ? `New rule ${rule.id}: ${rule.text}` : `You said so before, in rule ${rule.id}: ${rule.text}`,
      ...replaced.map(({ text }) => `  it replaces your earlier rule: ${text}`),
      ...doubtful.map(
        ({ pattern, text: other }) =>
          `  it may contradict: ${other}\n    if so, remove that one: mettle rule remove ${pattern}`,
      ),
      ...near.map(
        ({ pattern, text: other }) =>
          `  it is near: ${other}\n    if they mean the same: mettle pattern merge ${pattern} ${rule.id} --reason "the same"`,
      ),
      ...merged.map(({ pattern }) => `  ${pattern}, a learned pattern that says the same, is now part of it`),
      `  to undo: mettle undo ${event} --reason "…"`,
    ].join('\n'),
})

export const ruleListCommand = verbCommand('rules', {
  name: 'rule list',
  summary: 'List your rules, newest first.',
  examples: ['mettle rule list', 'mettle rule list --json'],
  listed: true,
  view: (rules) =>
    rules.length === 0
      ? 'There is no rule yet. Add one: mettle rule add "Ask before you delete a branch"'
      : rules.map(ruleText).join('\n'),
})

/** `p-12  Write dates in UTC (for builder; in src/api; from ada)`, and what it stands for. */
function ruleText({ id, text, by, role, places, alsoSaid, replaces }: Rule): string {
  const scope = present([
    role !== undefined && `for ${role}`,
    places.length > 0 && `in ${places.join(', ')}`,
    by === PERSON ? 'said in a session' : `from ${by}`,
  ])
  const also = alsoSaid.map((other) => `\n  also said: ${other}`).join('')
  return `${id}  ${text} (${scope.join('; ')})${also}${replaces === undefined ? '' : `\n  replaced: ${replaces}`}`
}

export const ruleRemoveCommand = verbCommand('removeRule', {
  name: 'rule remove',
  summary: 'Remove a rule.',
  words: { rule: 'id' },
  examples: ['mettle rule remove p-4254f02efa558f50'],
  needs: { person: 'always' },
  view: ({ text, event }) => `Removed: ${text}\n  to undo: mettle undo ${event} --reason "…"`,
})

export const patternQuarantineCommand = defineCommand({
  name: 'pattern quarantine',
  summary: 'Quarantine a pattern, or everything from one run or source.',
  description: `No agent sees it until a person releases it, whatever the evidence. With --run or --source: quarantines every pattern that comes
    from that run or source alone; patterns that others also recorded stay. That is one event, and mettle undo reverses it.`,
  arguments: [{ name: 'id', summary: 'The pattern.' }],
  options: {
    run: text('All that this run contributed.', 'RUN'),
    source: text('All that came from a source, as mettle undo knows them.', 'NAME'),
    dryRun: flag('With --run or --source: show what would be quarantined.'),
    ...decisionOptions,
  },
  examples: [
    'mettle pattern quarantine p-4254f02efa558f50 --reason "came from a forked issue"',
    'mettle pattern quarantine --run r-17 --reason "the agent followed a forged issue" --dry-run',
    'mettle pattern quarantine --source other-team --reason "not to be trusted for now"',
  ],
  needs: { person: { only: 'Unless it is a dry run', when: ({ dryRun }) => !dryRun } },
  run: async (context, { id, run, source, dryRun, reason, by }) => {
    if ([id, run, source].filter((one) => one !== undefined).length !== 1)
      throw usageError('Say what to quarantine: one pattern, --run or --source.', 'mettle pattern quarantine --help')
    const mettle = await context.openMettle()
    if (id !== undefined) {
      const decided = await mettle.quarantinePattern({ pattern: id, reason, by: decider(by) })
      return context.show(decided, () => changedText('Set aside', decided))
    }
    const scope = run === undefined ? { source: source! } : { run }
    const done = await mettle.quarantineSource({ ...scope, reason, dryRun, by: decider(by) })
    context.show(done, () => sourceText(done, context))
  },
})

function changedText(action: string, { changed, text, pattern }: { changed: boolean; text: string; pattern: string }) {
  return changed ? `${action}: ${text}` : `Nothing to change about ${pattern}.`
}

const FATES = { aside: '', elsewhere: 'stays, because others have also seen it', already: 'was quarantined before' }

function sourceText({ dryRun, changed, batch, patterns, actedOn }: SourceQuarantined, context: CommandContext): string {
  const rows = patterns.map(({ pattern, text, fate }) => [pattern, text, FATES[fate]])
  const count = patterns.filter(({ fate }) => fate === 'aside').length
  return present([
    `${dryRun ? 'Would quarantine' : 'Set aside'} ${quantity(count, 'pattern')}.`,
    rows.length > 0 && context.table(rows, { indent: 2 }),
    actedOn.injectionsTotal !== 0 && `They were shown in ${quantity(actedOn.injectionsTotal, 'receipt')}.`,
    ...pushedLines(actedOn.pushes).map((line) => `${line}.`),
    dryRun && 'Nothing was changed.',
    !dryRun && changed && `To reverse this: mettle undo ${batch} --reason "…"`,
  ]).join('\n')
}

export const patternReleaseCommand = verbCommand('releasePattern', {
  name: 'pattern release',
  summary: 'Vouch for a quarantined pattern, so that agents may see it.',
  description:
    'Otherwise Mettle holds a pulled pattern until this project learns the same, and other text from outside until it is seen here on another day.',
  words: { pattern: 'id' },
  examples: ['mettle pattern release p-4254f02efa558f50 --reason "holds here too"'],
  needs: { person: 'always' },
  view: (decided) => changedText('Released', decided),
})

export const patternEditCommand = askCommand({
  name: 'pattern edit',
  summary: 'Change the words or the kind of a pattern.',
  description:
    'The old wording is kept as an alias, so repeating it still counts for this pattern. The evidence stays.',
  arguments: [{ name: 'id', required: true, summary: 'The pattern.' }],
  options: {
    text: text('The new wording.', 'TEXT', { short: 't' }),
    category: choice(CATEGORIES, 'What it is about.'),
    strength: choice(STRENGTHS, 'How it is worded.'),
    appliesTo: list('Agents or roles it is for; * is everyone.', 'A,B'),
    tellTale: text('What shows that its mistake came back; none stops the measurement.', 'TEXT'),
    repository: text('The only repository it is for; * is every one.', 'NAME'),
    reason: text('Why; it is kept and shown.', 'TEXT', { required: true }),
    by: text('Who edits. Default: the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle pattern edit p-4254f02efa558f50 --text "Run the migrations before the tests" --reason "shorter"',
    'mettle pattern edit p-4254f02efa558f50 --tell-tale "npm run migrate before npm test" --reason "the mistake"',
  ],
  needs: { person: 'always' },
  check: ({ text: words, category, strength, appliesTo, repository, tellTale }) => {
    if ((words ?? category ?? strength ?? some(appliesTo) ?? repository ?? tellTale) === undefined)
      throw usageError('Nothing to edit was given.', 'mettle pattern edit --help')
  },
  ask: (mettle, { id, by, appliesTo, repository, ...change }) =>
    mettle.editPattern({
      pattern: id,
      by: decider(by),
      ...withoutUndefined({
        ...change,
        appliesTo: listed(appliesTo),
        context: repository === undefined ? undefined : { repository },
      }),
      reason: change.reason,
    }),
  view: editedText,
})

function editedText({ pattern, changed, before, after }: PatternEdited): string {
  if (changed.length === 0) return `${pattern} is already like that.`
  const was = before as unknown as Readonly<Record<string, unknown>>
  const is = after as unknown as Readonly<Record<string, unknown>>
  const lines = changed.map((field) => `\n  ${field}\n    before: ${said(was[field])}\n    after:  ${said(is[field])}`)
  return `Edited ${pattern}${lines.join('')}`
}

function said(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? 'none' : text
}

export const patternMergeCommand = verbCommand('mergePatterns', {
  name: 'pattern merge',
  summary: 'Merge two patterns that mean the same.',
  description: `The first is no longer shown, and repeating its wording counts for the second. No evidence is moved: it would count
    twice. The evidence of the first is shown beside the second.`,
  words: { pattern: 'id', into: 'into' },
  examples: ['mettle pattern merge p-533312e658e7c888 p-4254f02efa558f50 --reason "the same lesson"'],
  needs: { person: 'always' },
  view: (merged) =>
    [
      merged.changed
        ? `Merged ${merged.pattern} into ${merged.into}.`
        : `${merged.pattern} was merged into ${merged.into} before.`,
      ...merged.warnings.map((warning) => `  note: ${warning}`),
      ...(merged.event === undefined ? [] : [`  to undo: mettle undo ${merged.event} --reason "…"`]),
    ].join('\n'),
})
