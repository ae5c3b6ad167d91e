import { resolve } from 'node:path'
import { IMPORT_FORMATS } from '../../../loop/exchange/import-request.ts'
import { repositoryName } from '../../../machine/git/project-identity.ts'
import { foreignFiles } from '../../../machine/learnings/foreign-files.ts'
import { defineCommand } from '../command.ts'
import { decider } from '../input/decider.ts'
import { importText } from '../output/import-text.ts'

export const command = defineCommand({
  name: 'import',
  summary: 'Take over what other systems left in files.',
  description: `Takes a file or a folder: org-patterns.toon, outcomes.log, acknowledgments.log, runs.log, pending and classified learnings,
    org-patterns.json, learning-store.json, outcomes.jsonl, deliberations and verdicts, task outcomes, feedback, errors, strikes, goal.yaml and
    retention.yaml. What a file is follows from its name and content. Patterns come in as text of others, set aside until they are seen from
    inside, and facts of others are held back; --trust internal says that the files are your own. Importing twice changes nothing.`,
  arguments: [{ name: 'path', required: true, summary: 'A file, or a folder with everything below it.' }],
  options: {
    format: {
      kind: 'text',
      oneOf: ['auto', ...IMPORT_FORMATS],
      default: 'auto',
      summary: 'What the files are, where they do not say it.',
    },
    trust: {
      kind: 'text',
      oneOf: ['external', 'internal'],
      default: 'external',
      summary: 'Whose files they are; internal says that they are your own.',
    },
    repository: {
      kind: 'text',
      value: 'NAME',
      summary: 'Also take patterns that are for this repository; else for the one around you.',
    },
    by: {
      kind: 'text',
      value: 'NAME',
      summary: 'Who says that they are your own; else the user of this machine.',
    },
    dryRun: { kind: 'switch', short: 'n', summary: 'Read and check everything, and record nothing.' },
  },
  examples: [
    'mettle import .learnings --dry-run',
    'mettle import .learnings --trust internal',
    'mettle import learning-store.json --trust internal --json',
  ],
  needs: {
    person: { only: 'with --trust internal', when: ({ trust, dryRun }) => trust === 'internal' && !dryRun },
  },
  run: async (context, { path, format, trust, repository, by, dryRun }) => {
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
    context.show(report, () => importText(report, path, context.isTerminal ? context.width : undefined))
    const isNothing = report.files.every(({ recorded, known, held }) => recorded + known + held === 0)
    return isNothing && report.refusedTotal > 0 ? 1 : 0
  },
})
