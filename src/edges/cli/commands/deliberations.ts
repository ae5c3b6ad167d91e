import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { UserError } from '../../../domain/user-error.ts'
import type { DeliberationRecorded } from '../../../loop/runs/record-deliberation.ts'
import { defineCommand, list, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { listed } from '../input/parse-values.ts'
import { readTextFile } from '../input/read-file.ts'
import { usageError } from '../input/tokens.ts'
import { quantity } from '../output/numbers-text.ts'
import { table } from '../output/table.ts'
import { endSignal, watchFolder } from '../until-signalled.ts'
import { verbCommand } from '../verb-command.ts'

export const deliberationRecordCommand = defineCommand({
  name: 'deliberation record',
  summary: 'Record what a role wrote, and the patterns it states.',
  description: `Takes the JSON file of a pipeline or plain Markdown. Role, phase, issue, verdict, evidence level, tokens and duration are read
    from the content and the file's name; options that you give take precedence. Patterns are mined from its "Accumulated Patterns", or else from its sentences.
    A pattern that the run was shown before does not count as seen again. Output that it quotes counts as evidence if a tool of the run printed it, or
    if the role is a validator. Recording the same deliberation twice changes nothing.`,
  arguments: [{ name: 'file', many: true, summary: 'One or more files; - or none reads standard input.' }],
  options: {
    role: text('Whose it is, if the content does not say.', 'ROLE'),
    run: text('The run it belongs to.', 'ID', { short: 'r' }),
    phase: text('The phase of the work.', 'NAME'),
    issue: text('The issue it is about.', 'ID'),
    labels: list('Labels of the work.', 'A,B'),
    files: list('Files that the work changed; citations are checked against them.', 'A,B'),
    watch: text(
      'Record every file that is in this folder or comes into it, until interrupted; SIGHUP reads the settings again.',
      'DIR',
    ),
  },
  examples: [
    'mettle deliberation record state/deliberations/42-judge-1.json --run run-42',
    'mettle deliberation record --role auditor --run run-42 < review.md',
    'mettle deliberation record --watch state/deliberations',
  ],
  run: async (context, input) => {
    const { file: files, watch, role, run, phase, issue } = input
    const given = { role, run, phase, issue, labels: listed(input.labels), changedFiles: listed(input.files) }
    const record = async (path: string) => {
      const text = await readTextFile(context, path, 'The deliberation')
      const mettle = await context.openMettle()
      return mettle.recordDeliberation({ ...given, text, name: path === '-' ? undefined : basename(path) })
    }
    if (watch !== undefined) {
      if (files.length > 0)
        throw usageError('--watch and files do not go together.', 'mettle deliberation record --help')
      const folder = resolve(context.cwd, watch)
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw usageError(`--watch: '${watch}' is not a folder.`, 'Give the path of a folder that exists.')
      return watchAndRecord(context, folder, record)
    }
    const recorded: DeliberationRecorded[] = []
    for (const path of files.length === 0 ? ['-'] : files) recorded.push(await record(path))
    context.show(recorded.length === 1 ? recorded[0] : recorded, () => recorded.map(recordedText).join('\n'))
  },
})

/** Reports a file that cannot be read, and goes on with the next. */
async function watchAndRecord(
  context: CommandContext,
  folder: string,
  record: (path: string) => Promise<DeliberationRecorded>,
): Promise<void> {
  const told = endSignal(context)
  context.note(`Watching ${folder}; interrupt to end.`)
  try {
    await watchFolder(folder, told.ending, async (path) => {
      try {
        const recorded = await record(path)
        context.show({ file: path, ...recorded }, () => `${basename(path)}: ${recordedText(recorded)}`)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        context.show(
          { file: path, error: { code: error.code, message: error.message, hint: error.hint } },
          () => `${basename(path)}: ${error.message}`,
        )
      }
    })
  } finally {
    told.off()
  }
}

function recordedText(recorded: DeliberationRecorded): string {
  const { deliberation, duplicate, role, verdict, evidenceLevel, evidenceReason, patterns, refused, echoes } = recorded
  const said = verdict === 'none' ? 'no verdict' : verdict
  return [
    `${duplicate ? 'Known' : 'Recorded'} ${deliberation}: ${role}, ${said}, ${quantity(patterns.length, 'pattern')}`,
    `  evidence level ${evidenceLevel}${evidenceReason === undefined ? '' : `: ${evidenceReason}`}`,
    ...recorded.problems.map((problem) => `  ${problem}`),
    ...patterns.map(({ pattern, method, text }) => `  ${pattern}  ${method === 'new' ? 'new   ' : 'known '} ${text}`),
    ...refused.map(({ text, reason }) => `  refused: ${text} (${reason})`),
    ...echoes.map((pattern) => `  ${pattern}  echo   its run had been shown it, so this is no sighting`),
  ].join('\n')
}

export const deliberationListCommand = verbCommand('deliberations', {
  name: 'deliberation list',
  summary: 'List recorded deliberations, newest first.',
  options: { role: { value: 'ROLE' }, issue: { value: 'ID' } },
  examples: ['mettle deliberation list --role judge'],
  listed: true,
  view: (found, { ago }) => {
    if (found.length === 0) return 'No deliberations match.'
    const rows = found.map(({ at, role, run, phase, verdict, evidenceLevel: level, deliberation: id }) => {
      return [ago(at), role, run, phase, verdict, level, id]
    })
    return table(rows, { head: ['WHEN', 'ROLE', 'RUN', 'PHASE', 'VERDICT', 'EVIDENCE', 'ID'] })
  },
})
