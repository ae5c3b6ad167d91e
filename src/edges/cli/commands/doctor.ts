import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../../domain/sets.ts'
import { UserError } from '../../../domain/user-error.ts'
import type { Check } from '../../../loop/journal/doctor.ts'
import { PROJECT_FILE } from '../../../machine/config/settings-file.ts'
import { lastTightened, tightenModes, wideJournal } from '../../../machine/files/tighten-modes.ts'
import { holdersOf, homeHealth } from '../../../machine/home-health.ts'
import { configFolder, stateFolder } from '../../../machine/user-folders.ts'
import { findWorkspace, type Workspace } from '../../../machine/workspace.ts'
import { journalFile } from '../../../open.ts'
import { defineCommand } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { findingsOfClients, type LastReport } from '../setup/client-findings.ts'
import { holderText, homeFindings, modeFindings } from '../setup/home-findings.ts'
import { ignoredText, repositoryOffer } from '../setup/repository-offer.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check the setup, and print how to fix each problem.',
  description: `Looks at the journal, at what lies beside it, and at the clients that are connected: hooks that a client does not trust, that are switched
    off, that run twice or lead nowhere, and clients older than those that were proved. It reads files only and starts no client.
    Exits with 1 when something is broken, with 0 when there are only warnings.`,
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

/** Clients are looked at even where the journal cannot be opened. */
async function examine(context: CommandContext): Promise<Check[]> {
  const workspace = findWorkspace(context.cwd)
  const modes = modeChecks(context, workspace)
  const { checks, heard } = await examineJournal(context, workspace)
  return [...checks, ...modes, ...findingsOfClients(context, workspace, heard)]
}

/** A journal that cannot even be opened is a finding, not a crash. */
async function examineJournal(
  context: CommandContext,
  workspace: Workspace,
): Promise<{ checks: Check[]; heard?: LastReport }> {
  const progress = context.progress('Checking')
  const opened: Check[] = []
  try {
    const mettle = await context.openMettle()
    opened.push({ name: 'store', verdict: 'fine', detail: `opens: ${mettle.location}` })
    opened.push(...pageChecks(await mettle.checkPages()))
    const quietDays = mettle.config.values['doctor.quietDays'] as number
    const checks = await mettle.doctor({ onProgress: (done, total) => progress.at(done, total) })
    const { events, heartbeats } = await mettle.status()
    const health = homeHealth(workspace, journalFileOf(context, workspace))
    const beside = homeFindings(health, { events, now: context.now() })
    const heardAt = Math.max(health.begunAt ?? 0, heartbeats.capture ?? 0, heartbeats.inject ?? 0)
    const all = [...opened, ...settingsChecks(context, workspace), ...checks, ...beside]
    return { checks: all, heard: { heardAt, quietDays } }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const holders = error.code === 'store-locked' ? holdersText(journalFileOf(context, workspace)) : ''
    const detail = `${error.message}${holders}`
    return { checks: [...opened, { name: 'store', verdict: 'broken', detail, mend: error.hint }] }
  } finally {
    progress.end()
  }
}

/** Before the journal is opened, which would tighten the same files. */
function modeChecks(context: CommandContext, workspace: Workspace): Check[] {
  if (!existsSync(workspace.home)) return []
  const wide = tightenModes(workspace, stateFolder(context.environment), context.now())
  return modeFindings(wide, lastTightened(workspace), {
    now: context.now(),
    journal: wideJournal(journalFileOf(context, workspace)),
  })
}

const REMEDY =
  'Put a backup back: mettle restore FILE. Without one, go on with what can be read: mettle restore --accept-loss'

/** A server checks its own pages. */
function pageChecks(problems: readonly string[] | undefined): Check[] {
  if (problems === undefined) return []
  if (problems.length === 0) return [{ name: 'pages', verdict: 'fine', detail: 'all can be read' }]
  return [{ name: 'pages', verdict: 'broken', detail: problems.join('; '), mend: REMEDY }]
}

function journalFileOf({ environment, settings }: CommandContext, workspace: Workspace): string | undefined {
  return journalFile(workspace, environment, settings)
}

/** A server knows by itself who holds what. */
function holdersText(journal: string | undefined): string {
  return journal === undefined ? '' : holderText(holdersOf(journal), { journal, platform: process.platform })
}

/** What a repository brings along does nothing by itself; whoever expects it to should know. */
function settingsChecks(context: CommandContext, workspace: Workspace): Check[] {
  const offer = repositoryOffer(context, workspace)
  const never = offer.never.map(({ name }) => name)
  const ignored = ignoredText(offer)
  const yours = join(configFolder(context.environment), 'config.json')
  return present([
    never.length > 0 && {
      name: 'settings',
      verdict: 'warning' as const,
      detail: `${PROJECT_FILE} has no say in ${never.join(', ')}: a person sets what starts a program, sends something away or writes elsewhere`,
      mend: `Move ${never.length === 1 ? 'it' : 'them'} to your own ${yours}`,
    },
    ignored !== undefined && {
      name: 'repository',
      verdict: 'warning' as const,
      detail: ignored,
      mend: 'mettle trust',
    },
  ])
}

function checkText({ name, verdict, detail, mend }: Check, { colour }: CommandContext): string {
  const mark = {
    fine: colour.green('fine   '),
    warning: colour.yellow('warning'),
    broken: colour.red('broken '),
  }[verdict]
  return `${mark}  ${name}: ${detail}${mend === undefined ? '' : `\n         ${colour.dim('fix:')} ${mend}`}`
}
