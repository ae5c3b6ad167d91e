import { UserError } from '../../domain/user-error.ts'
import type { Check } from '../../loop/doctor.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'

export const command = defineCommand({
  name: 'doctor',
  summary: 'Look for what goes wrong silently, with the line that mends it.',
  description: 'Exits with 1 when something is broken, with 0 when there are only warnings.',
  examples: ['mettle doctor', 'mettle doctor --json'],
  run: async (context) => {
    const checks = await examine(context)
    const isBroken = checks.some((check) => check.verdict === 'broken')
    context.show({ healthy: !isBroken, checks }, () =>
      checks.map((check) => checkText(check, context)).join('\n'),
    )
    return isBroken ? 1 : 0
  },
})

/** A journal that cannot even be opened is a finding, not a crash. */
async function examine(context: CommandContext): Promise<Check[]> {
  const progress = context.progress('Checking')
  try {
    const mettle = await context.openMettle()
    const opened: Check = { name: 'store', verdict: 'fine', detail: `opens: ${mettle.location}` }
    return [opened, ...(await mettle.doctor({ onProgress: (done, total) => progress.at(done, total) }))]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [{ name: 'store', verdict: 'broken', detail: error.message, mend: error.hint }]
  } finally {
    progress.end()
  }
}

function checkText({ name, verdict, detail, mend }: Check, { colour }: CommandContext): string {
  const mark = {
    fine: colour.green('fine   '),
    warning: colour.yellow('warning'),
    broken: colour.red('broken '),
  }[verdict]
  return `${mark}  ${name}: ${detail}${mend === undefined ? '' : `\n         ${colour.dim('mend:')} ${mend}`}`
}
