import { relative, resolve } from 'node:path'
import { present } from '../../../domain/sets.ts'
import { CLIENTS } from '../../../domain/values/session.ts'
import { IMPORT_FORMATS } from '../../../loop/exchange/import-request.ts'
import { timeText } from '../../../loop/journal/watermark.ts'
import type { Retained } from '../../../loop/learning/retain.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import { repositoryName } from '../../../machine/git/project-identity.ts'
import { foreignFiles } from '../../../machine/learnings/foreign-files.ts'
import { readConfig } from '../../../open.ts'
import { prepareRestore, type RestorePlan } from '../../../restore.ts'
import { askCommand, choice, defineCommand, flag, ordinal, text, YES } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { ask, canAsk, decider } from '../input/ask.ts'
import { usageError } from '../input/tokens.ts'
import { importText } from '../output/import-text.ts'
import { bytes, grouped, quantity } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'
import { namedClients } from '../setup/connect-clients.ts'
import { learnFromSessions } from '../setup/learn-from-sessions.ts'

export const backupCommand = askCommand({
  name: 'backup',
  summary: 'Copy the whole journal into one file, while it is in use.',
  description: `The copy is a consistent snapshot, even while agents keep working, and the file appears only when it is complete. An existing file is not replaced, and only you can read the copy.
    mettle restore puts one back. What you erase later stays in older backups.`,
  options: { out: text('The file to write.', 'PATH', { short: 'o', required: true }) },
  examples: ['mettle backup --out ../mettle-backup.db'],
  ask: (mettle, { out }, { cwd, during }) => during('Copying', () => mettle.backup(resolve(cwd, out))),
  view: (backup, _, { out }) => `Copied the journal to ${out}, ${bytes(backup.bytes)}.`,
})

export const moveCommand = askCommand({
  name: 'move',
  summary: 'Copy the journal to PostgreSQL, or from there into a file.',
  description: `Writes every event of this project as it was recorded, under the same organisation and project, reads each back and compares it; if one differs, the target keeps nothing. Then
    recomputes everything from the events. The journal that you move from stays as it is, so you can go back to it.`,
  options: {
    to: text('The address of a PostgreSQL server, or a file that does not exist yet.', 'URL', { required: true }),
  },
  examples: ['mettle move --to postgres://mettle@db.example:5432/mettle', 'mettle move --to ../moved.db'],
  needs: { person: 'always' },
  ask: (mettle, { to }, { during }) => during('Moving', (onProgress) => mettle.move({ to, onProgress })),
  view: ({ events, from, to, since, isServer }, _, given) =>
    present([
      `Copied ${quantity(events, 'event')} from ${from} to ${to}; each was read back and is the same.`,
      since > 0 && `${quantity(since, 'event')} recorded here meanwhile were not copied.`,
      isServer
        ? `To use it, set METTLE_DATABASE_URL to that address. ${from} stays as it is: to go back, unset it.`
        : `To use it: mettle restore ${given.to}, with METTLE_DATABASE_URL unset.`,
    ]).join('\n'),
})

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Replace the journal with a backup, and keep the old one.',
  description: `Reads every page and every event of the file first, and changes nothing if one is not as it was recorded. Shows what the backup holds, what the
    journal holds now and what would be lost, and asks. The present journal is kept next to it, under a name with the date, and can be restored in the same way. Works
    while other processes have the journal open, and when the journal is damaged or gone.

    With --accept-loss, keeps every event that can still be read from a damaged file, by default the present journal, and continues with those. It also accepts
    a journal that is shorter than it was.`,
  arguments: [{ name: 'file', summary: 'A backup, or a journal that an earlier restore kept.' }],
  options: {
    acceptLoss: flag('Continue with what can be read; the rest is lost.'),
    dryRun: flag('Verify and show what would change, and change nothing.'),
    yes: YES,
  },
  examples: [
    'mettle restore ../mettle-backup.db --dry-run',
    'mettle restore ../mettle-backup.db',
    'mettle restore --accept-loss',
  ],
  needs: {
    person: { only: 'Unless it is a dry run', when: (is) => !is.dryRun && (is.acceptLoss || is.file !== undefined) },
  },
  run: async (context, { file, acceptLoss, dryRun, yes }) => {
    if (file === undefined && !acceptLoss)
      throw usageError('Which backup?', 'mettle restore ../mettle-backup.db, or mettle restore --accept-loss')
    const { cwd, environment, settings: flags, now } = context
    const isOnServer = readConfig(findWorkspace(cwd), environment, flags).values['store.url'] !== ''
    if (file === undefined && isOnServer) {
      if (dryRun) throw usageError('A dry run is for files.', 'mettle doctor says what is missing.')
      const mettle = await context.openMettle({ acceptLoss: true })
      const { events } = await mettle.status()
      context.show(
        { restored: false, events },
        () => `Continuing with the ${quantity(events, 'event')} in ${mettle.location}.`,
      )
      return
    }
    const from = file === undefined ? undefined : resolve(cwd, file)
    const prepared = await context.during('Verifying', (onProgress) =>
      prepareRestore({ cwd, environment, flags, now, acceptLoss, onProgress, file: from }),
    )
    const { plan } = prepared
    if (dryRun || !(await isMeant(context, plan, yes))) {
      prepared.discard()
      context.show({ restored: false, ...plan }, () => (dryRun ? planText(plan, context) : 'Nothing was changed.'))
      return
    }
    await prepared.apply()
    const mettle = await context.openMettle()
    await mettle.settleRestored()
    context.show({ restored: true, ...plan }, () => restoredText(plan, context))
  },
})

async function isMeant(context: CommandContext, plan: RestorePlan, yes: boolean): Promise<boolean> {
  context.note(planText(plan, context))
  if (yes || !canAsk(context)) return true
  return ask(context, 'Replace the journal with it?')
}

function planText(plan: RestorePlan, { cwd }: CommandContext): string {
  const { events, newestAt, eventsNow, problemNow, lost, moved, kept, isKnownHere } = plan
  const newest = newestAt === undefined ? '' : `, the newest of ${timeText(newestAt)}`
  const rows: [string, string][] = present([
    ['file', plan.from],
    ['holds', `${quantity(events, 'event')}${newest}; none altered`],
    ['now', eventsNow === undefined ? (problemNow ?? 'nothing') : quantity(eventsNow, 'event')],
    ['lost', lostText(plan, lost)],
    ...(moved ? [['gaps', `${quantity(moved, 'event')} after a gap got a new place`] as [string, string]] : []),
    !isKnownHere && ['seal', NOT_KNOWN],
    kept !== undefined && ['kept', `what is there now, as ${relative(cwd, kept)}`],
  ])
  return table(rows)
}

const NOT_KNOWN =
  'this machine has no seal of it: nothing in it was altered, but only the machine it is from can tell whether its newest events are missing'

function lostText({ isSameHistory }: RestorePlan, lost: number): string {
  if (isSameHistory === false) return `${quantity(lost, 'event')}: it is not a state of the present journal`
  return lost === 0 ? 'nothing that is known to have been recorded' : `the newest ${quantity(lost, 'event')}`
}

function restoredText({ events, kept }: RestorePlan, { cwd }: CommandContext): string {
  const back =
    kept === undefined ? '' : `\nWhat was there is kept. To put it back: mettle restore ${relative(cwd, kept)}`
  return `The journal now holds ${quantity(events, 'event')}.${back}`
}

export const forgetCommand = defineCommand({
  name: 'forget',
  summary: 'Archive the text of old events, or erase one for good.',
  description: `Without --event, moves the content of old events from the journal into a compressed archive next to it, as the retention
    settings say. Every pattern, score and count stays exactly as it is, and --restore puts the content back. From the
    folder .learnings it removes all but the newest sessions, files that were read long ago, and the lock of a run that
    died, but nothing of a run in progress. If the retention settings are not set, .learnings/retention.yaml applies.
    With --event, erases the content of one event for good: for a secret that got through, or at a
    person's request. The journal still records that there was an event, who erased it and why.`,
  options: {
    dryRun: flag('Show what would be removed, and change nothing.'),
    restore: flag('Put archived text back into the journal.'),
    event: text('Erase this event; pattern why --json shows its id.', 'ID'),
    reason: text('Why it is erased.', 'TEXT'),
    by: text('Who erases it. Default: the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle forget --dry-run',
    'mettle forget --restore',
    'mettle forget --event 01KDVDNJS84CMPBAGXH7J72KCY --reason "a customer name got in"',
  ],
  needs: { person: { only: 'With --event', when: ({ event }) => event !== undefined } },
  run: async (context, { dryRun, restore, event, reason, by }) => {
    if (event !== undefined && reason === undefined)
      throw usageError('Erasing needs a reason.', `mettle forget --event ${event} --reason "…"`)
    const mettle = await context.openMettle()
    if (event !== undefined) {
      await mettle.erase({ event, reason: reason!, by: decider(by) })
      return context.show({ erased: event }, () => `Erased the content of ${event}.`)
    }
    if (restore) {
      const { archives, events } = await mettle.restore()
      return context.show({ archives, events }, () =>
        archives.length === 0
          ? 'Nothing is archived.'
          : `Restored the content of ${quantity(events, 'event')} from ${quantity(archives.length, 'archive')}.`,
      )
    }
    const retained = await context.during('Archiving', (onProgress) => mettle.forget({ dryRun, onProgress }))
    context.show(retained, () =>
      present([
        factsText(retained, context),
        ...filesText(retained, context),
        ...retained.fromFile.map(fileSettingText),
        dryRun && retained.events + retained.files.length > 0 && 'Nothing was changed. To do it: mettle forget',
      ]).join('\n'),
    )
  },
})

function factsText({ dryRun, events, staying, runs, byType, archive: file }: Retained, context: CommandContext) {
  if (events === 0)
    return `Nothing to remove: all ${quantity(staying, 'event')} are recent. To see the limits: mettle config retention`
  const rows = Object.entries(byType).map(([type, count]) => [type, grouped(count)])
  return present([
    `${dryRun ? 'Would archive' : 'Archived'} the content of ${quantity(events, 'event')} of ${quantity(runs, 'run')}; ${quantity(staying, 'event')} ${staying === 1 ? 'stays' : 'stay'} in the journal.`,
    context.table(rows, { right: [1], indent: 2 }),
    file !== undefined && `Kept in ${file.path} (${bytes(file.bytes)}). To restore them: mettle forget --restore`,
  ]).join('\n')
}

function filesText({ dryRun, files, lockedBy }: Retained, context: CommandContext): string[] {
  if (lockedBy !== undefined) return [`Nothing is removed from .learnings while ${lockedBy} holds its lock.`]
  if (files.length === 0) return []
  const rows = files.map(({ path, why }) => [path, why])
  return [`${dryRun ? 'Would remove' : 'Removed'} from .learnings:`, context.table(rows, { indent: 2 })]
}

/** A setting of `.learnings/retention.yaml`, and whether it applies. */
function fileSettingText({ key, value, overruledBy }: Retained['fromFile'][number]): string {
  return overruledBy === undefined
    ? `${key} is ${value} by .learnings/retention.yaml.`
    : `${key} is ${overruledBy} by the settings, not ${value} as .learnings/retention.yaml says.`
}

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Learn from the sessions on this machine, or from files of other systems.',
  description: `With --client, reads the sessions of this repository that your agents kept on this machine, as if Mettle had recorded them. It
    removes the same secrets and lists the same lessons in \`mettle review\`. Nothing leaves the machine.

    With a path, takes a file or a folder: org-patterns.toon, outcomes.log, acknowledgments.log, runs.log, pending and classified learnings,
    org-patterns.json, learning-store.json, outcomes.jsonl, deliberations and verdicts, task outcomes, feedback, errors, strikes, goal.yaml and
    retention.yaml. Mettle recognises a file by its name and content. Patterns are imported as written by others and quarantined until they are seen in
    this project, and events of others are not recorded; --trust internal says that the files are your own. Importing twice changes nothing.`,
  arguments: [{ name: 'path', summary: 'A file, or a folder with everything in it.' }],
  options: {
    client: text(`Whose sessions, separated by commas; one of ${CLIENTS.join(', ')}, or all.`, 'NAMES'),
    days: ordinal('With --client: how far back to look.', { value: 'N', default: 90, most: 36_500 }),
    format: choice(['auto', ...IMPORT_FORMATS], 'The format, if the files do not show it.', { default: 'auto' }),
    trust: choice(['external', 'internal'], 'Whose files they are; internal says that they are your own.', {
      default: 'external',
    }),
    repository: text('Also take patterns that are for this repository. Default: this one.', 'NAME'),
    by: text('Who says that they are your own. Default: the user of this machine.', 'NAME'),
    dryRun: flag('Read and check everything, and record nothing.', { short: 'n' }),
  },
  examples: [
    'mettle import --client all --dry-run',
    'mettle import --client claude-code',
    'mettle import .learnings --dry-run',
    'mettle import .learnings --trust internal',
    'mettle import learning-store.json --trust internal --json',
  ],
  needs: { person: { only: 'With --trust internal', when: ({ trust, dryRun }) => trust === 'internal' && !dryRun } },
  run: async (context, { path, client, days, format, trust, repository, by, dryRun }) => {
    if (client !== undefined && path === undefined)
      return learnFromSessions(context, {
        clients: client === 'all' ? CLIENTS : namedClients(client, CLIENTS),
        sinceDays: days,
        dryRun,
      })
    if (path === undefined || client !== undefined)
      throw usageError(
        'Import either a file or the sessions of a client.',
        'mettle import .learnings, or mettle import --client all',
      )
    let read = 0
    let total = 0
    const progress = context.progress('Importing')
    const found = foreignFiles(resolve(context.cwd, path), path, (bytes) => {
      read += bytes
      progress.at(read, total)
    })
    total = found.bytes
    const mettle = await context.openMettle()
    const report = await mettle.importFiles({
      files: found.files,
      lenient: found.isFolder,
      trust,
      dryRun,
      by: decider(by),
      repository: repository ?? repositoryName(mettle.workspace),
      format: format === 'auto' ? undefined : format,
    })
    progress.end()
    context.show(report, () => importText(report, path, context.textWidth))
    const isNothing = report.files.every(({ recorded, known, held }) => recorded + known + held === 0)
    return isNothing && report.refusedTotal > 0 ? 1 : 0
  },
})
