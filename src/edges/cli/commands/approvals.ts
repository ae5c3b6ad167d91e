import type { FoundPattern } from '../../../loop/learning/review.ts'
import type { Mettle } from '../../../open.ts'
import { askCommand, choice, defineCommand, flag, number, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { canAsk, decider } from '../input/ask.ts'
import { usageError } from '../input/tokens.ts'
import { visible } from '../output/display-width.ts'
import { quantity } from '../output/numbers-text.ts'

export const approvalListCommand = askCommand({
  name: 'approval list',
  summary: 'List the steps that the gate asked about, newest first.',
  options: {
    state: choice(['open', 'allowed', 'refused', 'all'], 'Only questions in this state.', {
      default: 'open',
    }),
    limit: number('How many at most.', { short: 'n', least: 1, most: 1_000, whole: true, default: 50 }),
  },
  examples: ['mettle approval list', 'mettle approval list --state all'],
  ask: (mettle, { state, limit }) => mettle.approvals({ limit, states: state === 'all' ? undefined : [state] }),
  listed: true,
  view: (found, context, { state }) => {
    const none = state === 'open' ? 'No approval is open.' : 'No approvals match.'
    const rows = found.map(({ approval, askedAt, state: now, adapters, risk, action, answer, reasons }) => {
      const why = answer === undefined ? reasons.join('; ') : `${answer.by}: ${answer.reason ?? ''}`
      return [approval, context.ago(askedAt), now, adapters.join(', '), risk, action, why]
    })
    return context.table(rows, { head: ['ID', 'ASKED', 'STATE', 'ADAPTER', 'RISK', 'STEP', 'WHY'], none })
  },
})

export const approvalAnswerCommand = askCommand({
  name: 'approval answer',
  summary: 'Allow or deny a step that the gate asked about.',
  description: `The answer holds for gate.approvalMinutes, for exactly the step that was asked about; a second answer replaces the first. mettle.policy.json says who may
    answer. A refusal never counts as a failure of the adapter.`,
  arguments: [{ name: 'id', required: true, summary: 'The approval, as mettle approval list names it.' }],
  options: {
    allow: flag('The step may be taken.'),
    deny: flag('The step may not be taken.'),
    reason: text('Why; it is kept and shown.', 'TEXT', { required: true }),
    by: text('Who answers. Default: the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle approval answer a-3f9d2c1b7a60 --allow --reason "the token was renewed"',
    'mettle approval answer a-3f9d2c1b7a60 --deny --reason "not on a Friday" --by ada',
  ],
  needs: { person: 'always' },
  check: ({ id, allow, deny }) => {
    if (allow === deny)
      throw usageError('Say either --allow or --deny.', `mettle approval answer ${id} --allow --reason "…"`)
  },
  ask: (mettle, { id, allow, reason, by }) =>
    mettle.answerApproval({ approval: id, answer: allow ? 'allow' : 'deny', reason, by: decider(by) }),
  view: ({ state, action, answer, until }) =>
    [
      `${state === 'allowed' ? 'Allowed' : 'Refused'}: ${action}`,
      `  by ${answer?.by}, until ${new Date(until ?? 0).toISOString()}`,
    ].join('\n'),
})

const DISMISSED = 'dismissed in the review'

export const reviewCommand = defineCommand({
  name: 'review',
  summary: 'Accept, edit or dismiss lessons found in sessions.',
  description: `No agent sees such a lesson until a person accepts it, an agent puts it into words, or another session finds the same; after 30 days it expires. In a terminal, Mettle shows each lesson with what happened, and you type one letter. Accept makes
    it your rule, edit makes it your rule in other words, dismiss retires it, skip leaves it, and undo goes back to the one before. Your answers count when you finish or quit.`,
  options: {
    accept: text('Make this one your rule.', 'ID'),
    text: text('With --accept: the rule in other words.', 'TEXT'),
    dismiss: text('Retire this one.', 'ID'),
    reason: text('With --dismiss: why; it is kept and shown.', 'TEXT', { default: DISMISSED }),
    by: text('Who decides. Default: the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle review',
    'mettle review --accept p-4254f02efa558f50',
    'mettle review --dismiss p-4254f02efa558f50 --reason "it was about that day"',
  ],
  needs: {
    person: {
      only: 'With --accept or --dismiss',
      when: ({ accept, dismiss }) => accept !== undefined || dismiss !== undefined,
    },
  },
  run: async (context, { accept, text: words, dismiss, reason, by }) => {
    if (accept !== undefined && dismiss !== undefined)
      throw usageError('Say either --accept or --dismiss.', 'mettle review --help')
    const mettle = await context.openMettle()
    const who = decider(by)
    if (accept !== undefined) {
      const rule = await mettle.acceptFound({ pattern: accept, by: who, ...(words !== undefined && { text: words }) })
      return context.show(rule, () => `Your rule: ${rule.text}`)
    }
    if (dismiss !== undefined) {
      const decided = await mettle.deprecatePattern({ pattern: dismiss, by: who, reason })
      return context.show(decided, () => `Dismissed ${decided.pattern}.`)
    }
    const found = await mettle.review()
    if (canAsk(context) && found.length > 0) return decideEach(context, mettle, found)
    context.show(found, () => listText(found, context))
  },
})

function listText(found: readonly FoundPattern[], context: CommandContext): string {
  if (found.length === 0) return 'Nothing needs your approval.'
  const head = `${quantity(found.length, 'lesson')} found in sessions; agents are not shown them yet.`
  const lines = found.flatMap(({ pattern, text: said, foundAt, whatHappened }) => [
    `${pattern}  ${said}`,
    `  ${context.ago(foundAt)}. ${whatHappened[0] ?? ''}`,
  ])
  return [head, ...lines, 'To decide: mettle review --accept ID, or mettle review --dismiss ID'].join('\n')
}

/** Asks about one pattern after another. Answers are recorded at the end, so each can be taken back until then. The person confirms once that they are there. */
async function decideEach(context: CommandContext, mettle: Mettle, found: readonly FoundPattern[]): Promise<void> {
  const by = decider(undefined)
  let isConfirmed = false
  const ask = async (question: string) => {
    context.stderr.write(question)
    return (await context.stdin.answer())?.trim()
  }
  const answers: (() => Promise<string>)[] = []
  for (;;) {
    const one = found[answers.length]
    const said = one && `\n${answers.length + 1} of ${found.length}: ${one.text}\n  ${one.whatHappened.join('\n  ')}\n`
    context.stderr.write(visible(said ?? ''))
    const key = (await ask(one ? KEYS : '[u]ndo, or Enter to finish: '))?.toLowerCase()
    if (key === 'u') answers.pop()
    else if (key === undefined || key === 'q' || one === undefined) break
    if (one === undefined || !/^[aeds]$/.test(key)) continue
    if (key !== 's' && !isConfirmed) await context.person.confirm({ command: 'review', line: 'mettle review' })
    isConfirmed ||= key !== 's'
    const text = key === 'e' ? await ask('Your words: ') : one.text
    if (text) answers.push(() => decide(mettle, key, { pattern: one.pattern, by, text }))
  }
  for (const answer of answers) context.stderr.write(visible(await answer()))
}

const KEYS = '[a]ccept, [e]dit, [d]ismiss, [s]kip, [u]ndo, [q]uit: '

async function decide(mettle: Mettle, key: string, asked: { pattern: string; by: string; text: string }) {
  if (key === 's') return ''
  if (key !== 'd') return `Your rule: ${(await mettle.acceptFound(asked)).text}\n`
  await mettle.deprecatePattern({ pattern: asked.pattern, by: asked.by, reason: DISMISSED })
  return `Dismissed ${asked.pattern}.\n`
}
