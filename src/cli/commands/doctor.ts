import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import { ignoredSettings, PROJECT_FILE } from '../../config/personal.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Check } from '../../loop/doctor.ts'
import { configFolder } from '../../system/user-folders.ts'
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
    const checks = await mettle.doctor({ onProgress: (done, total) => progress.at(done, total) })
    return [opened, ...settingsChecks(mettle.config, context), ...checks]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [{ name: 'store', verdict: 'broken', detail: error.message, mend: error.hint }]
  } finally {
    progress.end()
  }
}

/** What a repository brings along starts no program and sends nothing away; who expects it to should know. */
function settingsChecks(config: Config, { environment }: CommandContext): Check[] {
  const ignored = ignoredSettings(config)
  if (ignored.length === 0) return []
  return [
    {
      name: 'settings',
      verdict: 'warning',
      detail: `${PROJECT_FILE} has no say in ${ignored.join(', ')}: a person sets what starts a program, sends something away or writes elsewhere`,
      mend: `Move ${ignored.length === 1 ? 'it' : 'them'} to your own ${join(configFolder(environment), 'config.json')}`,
    },
  ]
}

function checkText({ name, verdict, detail, mend }: Check, { colour }: CommandContext): string {
  const mark = {
    fine: colour.green('fine   '),
    warning: colour.yellow('warning'),
    broken: colour.red('broken '),
  }[verdict]
  return `${mark}  ${name}: ${detail}${mend === undefined ? '' : `\n         ${colour.dim('mend:')} ${mend}`}`
}
