import { present } from '../../../domain/sets.ts'
import type { Correction, CorrectionAction } from '../../../loop/runs/apply-verdict.ts'
import { askCommand, count, defineCommand, list, text } from '../command.ts'
import { openWithinDeadline } from '../gate-safely.ts'
import { listed } from '../input/parse-values.ts'
import { readTextFile } from '../input/read-file.ts'
import { listOf } from '../output/json-document.ts'
import { grouped } from '../output/numbers-text.ts'

export const planPromptCommand = defineCommand({
  name: 'plan-prompt',
  summary: 'Print what a planner should know before it splits a task.',
  description: `Prints which strategies worked and which kept failing, what to avoid, and the patterns by how well they are
    proven, within the token budget. Prints nothing if nothing is known, or if the journal cannot be used. A receipt is kept under the run's id; record the plan under the same run.`,
  options: {
    task: text('The work to be planned.', 'TEXT', { short: 't', required: true }),
    run: text('The run. Default: a new one.', 'ID', { short: 'r' }),
    role: text('The role that will read it.', 'ROLE', { default: 'planner' }),
    labels: list('Labels of the work.', 'A,B'),
    files: list('Files of the work.', 'A,B'),
    budget: count('The most that it may cost. Default: inject.planBudgetTokens.', { value: 'TOKENS' }),
  },
  examples: ['mettle plan-prompt --task "add refresh tokens to the login" --run run-7'],
  run: async (context, { labels, files, budget: budgetTokens, task, role, run }) => {
    const mettle = await openWithinDeadline(context, 'inject.deadlineMs')
    const work = { task, role, run, labels: listed(labels), files: listed(files) }
    const prompted = await mettle.planPrompt({ ...work, budgetTokens })
    context.show({ ...prompted, ...listOf(prompted.items) }, () => prompted.block)
    if (context.isTerminal) context.note(context.colour.dim(`run ${prompted.run}, ${grouped(prompted.tokens)} tokens`))
  },
})

export const correctCommand = askCommand({
  name: 'correct',
  summary: 'Apply the verdict of a validator.',
  description: `Penalises each pattern that the validator calls a false positive, by the weight of the pattern's role. The report must show
    output or a place in the change under the finding's id. A PASS on evidence of level 1 or 2 credits the patterns
    that the challenger used, and ages those that it was shown but did not use; a PASS on reasoning alone, and a FAIL, reinforce nothing. Applying the same verdict again changes
    nothing and reports the same.`,
  options: {
    verdict: text("The validator's report with its verdict block; - reads standard input.", 'FILE', { required: true }),
    adversarialRole: text('Who challenged the work. Default: the partner of the validator.', 'ROLE'),
    validatorRole: text('Who judged. Default: the partner of the challenger.', 'ROLE'),
    run: text('The run.', 'ID', { short: 'r' }),
    deliberation: text('The deliberation that was judged. Default: the newest of the challenger.', 'ID'),
    files: list('Files that the work changed.', 'A,B'),
  },
  examples: ['mettle correct --adversarial-role judge --validator-role inspector --verdict inspector.md --run run-42'],
  ask: async (mettle, { verdict, files, ...of }, context) =>
    mettle.correct({
      ...of,
      verdict: await readTextFile(context, verdict, 'The verdict'),
      changedFiles: listed(files),
    }),
  view: correctionText,
})

function correctionText(correction: Correction): string {
  const { duplicate, result, validatorRole, adversarialRole, gate, actions, problems } = correction
  return [
    `${duplicate ? 'Known' : 'Recorded'}: ${validatorRole} on ${adversarialRole}, ${result === 'none' ? 'no verdict' : result}`,
    ...(duplicate ? ['Done before, nothing changed. What was done then:'] : []),
    `${gate.open ? 'Reinforces' : 'Reinforces nothing'}: ${gate.reason}`,
    ...actions.map(actionText),
    ...problems.map((problem) => `  problem: ${problem}`),
  ].join('\n')
}

function actionText({ kind, pattern, finding, weight, regression, reason }: CorrectionAction): string {
  const what = present([finding, pattern]).join(' -> ')
  const more = present([weight !== undefined && `weight ${weight}`, regression && 'a regression']).join(', ')
  return `  ${kind.padEnd(10)} ${what}: ${reason}${more === '' ? '' : ` (${more})`}`
}
