import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { EXPORT_FORMATS, type Exported, type ExportFormat } from '../../../loop/exchange/export-files.ts'
import { removeSection, writeSection } from '../../../machine/agents-file.ts'
import { retentionOf } from '../../../machine/config/settings.ts'
import { pathFromRoot } from '../../../machine/files/paths.ts'
import { type Replaced, replaceFile } from '../../../machine/files/replace-file.ts'
import { drawDot, drawMermaid } from '../../../report/graph.ts'
import { choice, defineCommand, flag, number, ordinal, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { decider } from '../input/ask.ts'
import { usageError } from '../input/tokens.ts'
import { bytes, quantity } from '../output/numbers-text.ts'

const DRAWN_RUNS = 30

export const exportGraphCommand = defineCommand({
  name: 'export graph',
  summary: 'Print what led to what in runs, as lines or as a picture.',
  description: `As jsonl, one {"timestamp", "runId", "type", "data"} a line, oldest first: outcomes, and what changed because of them: the reliability of agents, skills, thresholds, overlays and
    suggestions. mermaid and dot draw the newest ${DRAWN_RUNS} runs, or as many as --runs says.`,
  options: {
    format: choice(['jsonl', 'mermaid', 'dot'], 'How to print it.', { default: 'jsonl' }),
    runs: ordinal('How many of the newest runs.', { most: 1_000_000 }),
  },
  examples: ['mettle export graph > graph-events.jsonl', 'mettle export graph --format mermaid --runs 10'],
  run: async (context, { format, runs }) => {
    const mettle = await context.openMettle()
    const most = runs ?? (format === 'jsonl' ? undefined : DRAWN_RUNS)
    const events = await mettle.graph(most === undefined ? {} : { runs: most })
    if (events.length === 0)
      context.note('No run is graded for its adapters yet. mettle outcome record --adapter records one.')
    context.show(events, () => {
      if (format === 'mermaid') return drawMermaid(events)
      if (format === 'dot') return drawDot(events)
      return events.map((event) => `${JSON.stringify(event)}\n`).join('')
    })
  },
})

const SECTIONS: readonly ExportFormat[] = ['claude-md', 'agents-md']

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Export patterns, events or reports to a file that other tools read.',
  description: `toon writes the 50 best patterns as org-patterns.toon, org writes all of them as org-patterns.json with sources.json. outcomes-log,
    pending, goal, retention, learning-store and outcomes-jsonl are the files of those names, learning-tree is every file below .ck/learning and .codekit/learning, and journal-jsonl is every event. claude-md and
    agents-md write the best patterns into a marked section of that file and change nothing else in it; --remove takes it out. A file
    that is replaced is kept as .bak.`,
  options: {
    format: choice(EXPORT_FORMATS, 'What to write.', { short: 'f', required: true }),
    out: text('The file to write, or a folder for it. Default: standard output.', 'PATH', { short: 'o' }),
    limit: ordinal('How many patterns or learnings at most.', { short: 'n', most: 20_000 }),
    budget: number('What the section for agents may cost.', {
      value: 'TOKENS',
      least: 50,
      most: 100_000,
      whole: true,
      default: 800,
    }),
    remove: flag('Take the section for agents out of the file again.'),
    by: text('Who shares the patterns. Default: the user of this machine.', 'NAME'),
  },
  examples: [
    'mettle export --format toon',
    'mettle export --format toon --out .learnings/org-patterns.toon',
    'mettle export --format claude-md --out CLAUDE.md --budget 600',
    'mettle export --format claude-md --out CLAUDE.md --remove',
  ],
  run: async (context, { format, out, limit, budget, remove, by }) => {
    if (remove) return removeFrom(context, format, out)
    const mettle = await context.openMettle()
    const exported = await mettle.exportFiles({
      format,
      budgetTokens: budget,
      by: decider(by),
      retention: retentionOf(mettle.config),
      limit,
    })
    return out === undefined ? print(context, exported) : write(context, exported, resolve(context.cwd, out))
  },
})

export const ruleExportCommand = defineCommand({
  name: 'rule export',
  summary: 'Write your rules into a file that agents read, such as CLAUDE.md.',
  description: `Writes a marked section of CLAUDE.md, AGENTS.md or another file, and changes nothing else in it. Run it again to update the section; --remove takes it out. A file that is
    replaced is kept as .bak.`,
  options: {
    to: text('The file to write into.', 'PATH', { required: true }),
    remove: flag('Take the section out of the file again.'),
  },
  examples: ['mettle rule export --to CLAUDE.md', 'mettle rule export --to AGENTS.md --remove'],
  run: async (context, { to, remove }) => {
    if (remove) return takeOut(context, to, {}, 'mettle-rules')
    const rules = await (await context.openMettle()).rules()
    if (rules.length === 0)
      throw usageError('There is no rule to write.', 'mettle rule add "Ask before you delete a branch"')
    const lines = rules.map(({ text: said, places, role }) => {
      const scope = [...(role === undefined ? [] : [`for ${role}`]), ...places.map((place) => `in ${place}`)]
      return `- ${said}${scope.length === 0 ? '' : ` (${scope.join(', ')})`}`
    })
    const head = ['## Rules', '', 'Written by `mettle rule export`. Change them with `mettle rule`.', '']
    const written = await writeSection(resolve(context.cwd, to), [...head, ...lines], 'mettle-rules')
    context.show({ rules: rules.length, ...written }, () => `Wrote ${quantity(rules.length, 'rule')} to ${to}.`)
  },
})

async function removeFrom(context: CommandContext, format: ExportFormat, out: string | undefined): Promise<void> {
  if (!SECTIONS.includes(format) || out === undefined)
    throw usageError(
      '--remove takes a section out of a file that --out names.',
      'mettle export --format claude-md --out CLAUDE.md --remove',
    )
  return takeOut(context, out, { format })
}

async function takeOut(context: CommandContext, out: string, said: object, name?: 'mettle-rules'): Promise<void> {
  const removed = await removeSection(resolve(context.cwd, out), name)
  context.show({ ...said, removed: removed !== undefined, ...removed }, () =>
    removed === undefined
      ? `${out} has no section of ours.`
      : `Removed the section from ${out}; the file as it was is ${near(context, removed.backup!)}.`,
  )
}

async function print(context: CommandContext, exported: Exported): Promise<void> {
  const { format, files, entries, total } = exported
  if (context.json) {
    const texts = await Promise.all(files.map(async ({ name, chunks }) => ({ name, text: await textOf(chunks()) })))
    context.show({ format, entries, total, files: texts }, () => '')
    return
  }
  if (files.length === 0) return context.note('There is nothing to write: no learning is waiting.')
  if (files.length > 1 && format !== 'org')
    throw usageError(
      `${format} is ${quantity(files.length, 'file')}, too many for standard output.`,
      `mettle export --format ${format} --out FOLDER`,
    )
  for await (const chunk of files[0]!.chunks()) {
    context.stdout.write(chunk)
    await context.stdout.drained()
  }
  if (entries < total) context.note(`${entries} of ${total}; --limit changes how many.`)
}

async function textOf(chunks: AsyncIterable<string> | Iterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

async function write(context: CommandContext, exported: Exported, out: string): Promise<void> {
  const { format, files, entries, total, section } = exported
  const written: Replaced[] = []
  const isFolder = files.length !== 1 || statSync(out, { throwIfNoEntry: false })?.isDirectory() === true
  for (const file of files) {
    const path = isFolder ? join(out, file.name) : out
    written.push(section === undefined ? await replaceFile(path, file.chunks()) : await writeSection(path, section))
  }
  context.show({ format, entries, total, written }, () =>
    [
      `Wrote ${entries === total ? quantity(entries, 'entry', 'entries') : `${entries} of ${total} entries`} as ${format}.`,
      ...written
        .slice(0, 10)
        .map(
          ({ path, bytes: size, backup }) =>
            `  ${near(context, path)}  ${bytes(size)}${backup === undefined ? '' : `, the one before is ${near(context, backup)}`}`,
        ),
      ...(written.length > 10 ? [`  and ${quantity(written.length - 10, 'more file')}`] : []),
    ].join('\n'),
  )
}

/** A path relative to the current folder if it is below it. */
function near({ cwd }: CommandContext, path: string): string {
  return pathFromRoot(path, cwd, cwd)
}
