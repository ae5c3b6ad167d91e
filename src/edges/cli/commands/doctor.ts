import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { present } from '../../../domain/sets.ts'
import { UserError } from '../../../domain/user-error.ts'
import type { Check } from '../../../loop/reports/doctor.ts'
import { readAgentsFile } from '../../../machine/agents-file.ts'
import { variableOf } from '../../../machine/config/keys.ts'
import { PROJECT_FILE } from '../../../machine/config/settings-file.ts'
import { lastTightened, tightenModes, wideJournal } from '../../../machine/files/tighten-modes.ts'
import { configFolder, stateFolder } from '../../../machine/files/user-folders.ts'
import { findWorkspace, type Workspace } from '../../../machine/files/workspace.ts'
import { holdersOf, homeHealth } from '../../../machine/home-health.ts'
import { journalFile, type Mettle } from '../../../open.ts'
import { labelOf } from '../../connection/clients.ts'
import { defineCommand, flag, YES } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk } from '../input/ask.ts'
import { readInput } from '../input/read-input.ts'
import { GLOBAL_OPTIONS } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { changedPayloads, findingsOfClients } from '../setup/client-findings.ts'
import { holderText, homeFindings, modeFindings } from '../setup/home-findings.ts'
import { ignoredText, repositoryOffer } from '../setup/repository-offer.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check the setup, and print how to fix each problem.',
  description: `Checks the journal, the files next to it, and the connected clients. It finds hooks that a client does not trust, that
    are switched off, that run twice or lead nowhere, and clients older than the tested versions. It starts every hook as the client would, with a test payload,
    and compares the sessions that clients keep with those that hooks reported. It starts no client.
    In a long journal it verifies only the newest events; with --full, every event and every page of the file. With --clients, lists the fields,
    events and tools that a client sent and this version does not know, and those that are missing; use it after you update a client.
    With --fix, asks about each problem that a command of Mettle solves, and runs it. Exits with 1 when something is broken, with 0 when there are only warnings.`,
  options: {
    clients: flag('Only show how what clients send differs from the version that Mettle was tested with.'),
    full: flag('Verify every event and every page, however long that takes.'),
    fix: flag('Fix what can be fixed safely; asks before each step.'),
    yes: YES,
  },
  examples: [
    'mettle doctor',
    'mettle doctor --full',
    'mettle doctor --fix',
    'mettle doctor --clients',
    'mettle doctor --json',
  ],
  run: async (context, { clients, full, fix, yes }) => {
    const found = clients ? changedPayloads(context, findWorkspace(context.cwd)) : await examine(context, full)
    const checks = fix && !clients && (await fixed(found, context, yes)) ? await examine(context, full) : found
    const isBroken = checks.some((check) => check.verdict === 'broken')
    context.show({ healthy: !isBroken, checks }, () => checksText(checks, context))
    return isBroken ? 1 : 0
  },
})

/** Fixes that lose nothing. */
const SAFE = ['mettle init', 'mettle init --user', 'mettle learn', 'mettle rebuild']

/** Runs what solves the problems, each after a yes; whether anything was run. */
async function fixed(checks: readonly Check[], context: CommandContext, yes: boolean): Promise<boolean> {
  const fixes = SAFE.filter((line) => checks.some(({ verdict, fix }) => verdict !== 'fine' && fix === line))
  let isDone = false
  for (const line of fixes) {
    const about = checks.filter(({ fix }) => fix === line).map(({ name, detail }) => `${name}: ${detail}`)
    context.note(about.join('\n'))
    if (!yes && !(canAsk(context) && (await ask(context, `Run ${line}?`)))) continue
    const [, name, ...words] = line.split(' ')
    const { command } = await context.commands.find((entry) => entry.name === name)!.load()
    const input = readInput(command, GLOBAL_OPTIONS, name === 'init' ? [...words, '--yes'] : words)
    await command.run({ ...context, show: () => undefined }, input as never)
    context.note(`Ran ${line}.`)
    isDone = true
  }
  if (fixes.length === 0) context.note('None of these can be fixed automatically.')
  return isDone
}

/** Checks clients even if the journal cannot be opened. */
async function examine(context: CommandContext, full: boolean): Promise<Check[]> {
  const workspace = findWorkspace(context.cwd)
  const modes = modeChecks(context, workspace)
  const checks = await examineJournal(context, workspace, full)
  return [...checks, ...modes, ...(await findingsOfClients(context, workspace))]
}

/** A journal that cannot even be opened is a finding, not a crash. */
async function examineJournal(context: CommandContext, workspace: Workspace, full: boolean): Promise<Check[]> {
  const progress = context.progress('Checking')
  const opened: Check[] = []
  try {
    const mettle = await context.openMettle()
    opened.push({ name: 'store', verdict: 'fine', detail: `opens: ${mettle.location}` })
    const file = journalFileOf(context, workspace)
    const bytes = file === undefined ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0)
    opened.push(...(full || bytes <= MOST_PAGE_BYTES ? pageChecks(await mettle.checkPages()) : [PAGES_LEFT]))
    const checks = await mettle.doctor({ full, onProgress: (done, total) => progress.at(done, total) })
    const { position: events } = await mettle.news({})
    const health = homeHealth(workspace, file)
    const beside = homeFindings(health, { events, now: context.now() })
    const sessions = await sessionChecks(context, mettle, health.begunAt ?? 0)
    return [...opened, ...settingsChecks(context, workspace), ...checks, ...beside, ...sessions]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // Only a journal file has holders to look up; a server knows its own.
    const journal = error.code === 'store-locked' ? journalFileOf(context, workspace) : undefined
    const { platform } = process
    const holders = journal === undefined ? '' : holderText(holdersOf(journal), { journal, platform })
    const detail = `${error.message}${holders}`
    return [...opened, { name: 'store', verdict: 'broken', detail, fix: error.hint }]
  } finally {
    progress.end()
  }
}

const LATELY_DAYS = 14

/** Compares what clients keep of their sessions here with what their hooks reported. */
async function sessionChecks(context: CommandContext, mettle: Mettle, begunAt: number): Promise<Check[]> {
  const name = 'sessions'
  const { values } = mettle.config
  const warning = (detail: string, fix: string): Check[] => [{ name, verdict: 'warning', detail, fix }]
  if (!values['hook.record'])
    return warning('recording is off (hook.record)', recordingFix(mettle.config.sources['hook.record']))
  const { sessions, recorded } = await sessionsLately(mettle, begunAt)
  // Hooks leave a notes file for every session they run in.
  const isHeard = ({ run }: { run: string }) => existsSync(join(mettle.workspace.hooks, 'sessions', `${run}.jsonl`))
  const last = sessions.at(-1)
  const lost = sessions.length - 1 - sessions.findLastIndex(isHeard)
  if (last !== undefined && lost > 0)
    return warning(
      `hooks did not report the last ${quantity(lost, 'session')} of ${labelOf(last.client)} here`,
      "mettle learn reads them from its transcripts; begin a new session, type /hooks, and check that Mettle's are listed",
    )
  const [newest] = recorded
  const detail =
    newest === undefined
      ? 'none yet; begin one with a connected client'
      : `hooks work: the last session was recorded ${context.ago(newest.lastAt)}`
  return [{ name, verdict: 'fine', detail }]
}

/** Recording was turned off by a file or a variable, and only there can it be turned on again. */
function recordingFix(source: string): string {
  if (source === '--set') return 'leave out --set hook.record=false'
  return source === variableOf('hook.record')
    ? `unset ${source}`
    : `in ${source}, under "hook", change "record": false to true`
}

async function sessionsLately(mettle: Mettle, begunAt: number) {
  const recorded = await mettle.sessions({ limit: 1 })
  if (!mettle.config.values['session.readTranscripts']) return { sessions: [], recorded }
  const { sessions } = await mettle.importSessions({ sinceDays: LATELY_DAYS, dryRun: true })
  const clients = readAgentsFile(mettle.workspace.home)?.clients ?? []
  const own = sessions.filter(({ client, startedAt }) => clients.includes(client) && startedAt > begunAt)
  return { sessions: own, recorded }
}

/** Runs before the journal is opened, because opening tightens the same files. */
function modeChecks(context: CommandContext, workspace: Workspace): Check[] {
  if (!existsSync(workspace.home)) return []
  const now = context.now()
  const wide = tightenModes(workspace, stateFolder(context.environment), now)
  const journal = wideJournal(journalFileOf(context, workspace))
  return modeFindings(wide, lastTightened(workspace), { now, journal })
}

const REMEDY =
  'Put a backup back: mettle restore FILE. Without one, go on with what can be read: mettle restore --accept-loss'

/** A server checks its own pages. */
/** A size that is read in about a second. */
const MOST_PAGE_BYTES = 256_000_000

const PAGES_LEFT: Check = {
  name: 'pages',
  verdict: 'fine',
  detail: 'not read, because the file is large. To read all of them: mettle doctor --full',
}

function pageChecks(problems: readonly string[] | undefined): Check[] {
  if (problems === undefined) return []
  if (problems.length === 0) return [{ name: 'pages', verdict: 'fine', detail: 'all are readable' }]
  return [{ name: 'pages', verdict: 'broken', detail: problems.join('; '), fix: REMEDY }]
}

function journalFileOf({ environment, settings }: CommandContext, workspace: Workspace): string | undefined {
  return journalFile(workspace, environment, settings)
}

/** Settings in a repository's file have no effect until accepted; this tells people who expect otherwise. */
function settingsChecks(context: CommandContext, workspace: Workspace): Check[] {
  const offer = repositoryOffer(context, workspace)
  const never = offer.never.map(({ name }) => name)
  const ignored = ignoredText(offer)
  const yours = join(configFolder(context.environment), 'config.json')
  return present([
    never.length > 0 && {
      name: 'settings',
      verdict: 'warning' as const,
      detail: `${PROJECT_FILE} cannot set ${never.join(', ')}: a person sets what starts a program, sends something away or writes elsewhere`,
      fix: `Move ${never.length === 1 ? 'it' : 'them'} to your own ${yours}`,
    },
    ignored !== undefined && { name: 'repository', verdict: 'warning' as const, detail: ignored, fix: 'mettle trust' },
  ])
}

/** The problems, and how many checks are fine. */
function checksText(checks: readonly Check[], context: CommandContext): string {
  const bad = checks.filter(({ verdict }) => verdict !== 'fine').length
  const all = quantity(checks.length, 'check')
  const sum = bad === 0 ? `${all}, all fine.` : `${all}; to look at: ${bad}.`
  return [...checks.map((check) => checkText(check, context)), sum].join('\n')
}

function checkText({ name, verdict, detail, fix }: Check, { colour }: CommandContext): string {
  const mark = {
    fine: colour.green('fine   '),
    warning: colour.yellow('warning'),
    broken: colour.red('broken '),
  }[verdict]
  return `${mark}  ${name}: ${detail}${fix === undefined ? '' : `\n         ${colour.dim('fix:')} ${fix}`}`
}
