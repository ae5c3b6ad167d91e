import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { present } from '../../../domain/sets.ts'
import { retentionOf } from '../../../machine/config/settings.ts'
import {
  hasLearningsFolder,
  keepLearningsFile,
  makeLearningsFolder,
} from '../../../machine/learnings/learnings-folder.ts'
import { findWorkspace } from '../../../machine/workspace.ts'
import type { Mettle } from '../../../open.ts'
import { defineCommand, flag, text } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { usageError } from '../input/tokens.ts'
import { keepWorkerKnown } from '../setup/connect-clients.ts'
import { type Connected, connect } from '../setup/init-connect.ts'
import { undo } from '../setup/init-undo.ts'
import { ignoredText, repositoryOffer } from '../setup/repository-offer.ts'

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Set up Mettle in this repository and connect your coding agents.',
  description: `Makes the folder .mettle/ with a journal in it; the folder ignores itself in git, and all worktrees of a repository share it.
    Then connects the clients that are found on this machine (Claude Code, Codex, Copilot CLI, Gemini CLI, opencode): it shows the exact change of each
    settings file and asks before it writes. Without a terminal it changes none of your files unless --yes is given. Run again, it changes
    nothing; after an upgrade it renews its own entries.
    --remove takes back what was put in, to the byte, and keeps the journal unless --journal is given.
    Where there is a folder .learnings, or with --learnings, the folders are made in which agents leave what they learned as files;
    --learnings also writes goal.yaml and retention.yaml with what holds now, for you to change.`,
  options: {
    client: text('Connect these, divided by commas; else all that are found.', 'NAMES'),
    noClients: flag('Connect none.'),
    user: flag('Connect in your own settings, for all projects, not in those of the project.'),
    yes: flag('Write without asking.', { short: 'y' }),
    dryRun: flag('Show what would change, and change nothing.'),
    remove: flag('Take back what init put into settings of clients.'),
    journal: flag('With --remove: delete the journal, too.'),
    learnings: flag('Make .learnings/, too, for agents that write files.'),
  },
  examples: [
    'mettle init',
    'mettle init --client claude-code,codex --yes',
    'mettle init --dry-run',
    'mettle init --user --client claude-code',
    'mettle init --no-clients --learnings',
    'mettle init --remove',
    'mettle init --cwd ../other-repository',
  ],
  needs: { person: { only: 'with --remove', when: ({ remove, dryRun }) => remove && !dryRun } },
  run: async (context, { learnings, remove, journal, noClients, ...options }) => {
    if (journal && !remove)
      throw usageError('--journal belongs to --remove.', 'mettle init --remove --journal')
    if (noClients && (options.client !== undefined || remove))
      throw usageError(`--no-clients goes with neither --client nor --remove.`, 'mettle init --no-clients')
    if (remove) return undo(context, { ...options, journal })
    const begun = options.dryRun ? PLANNED : await begin(context, learnings)
    const workspace = findWorkspace(context.cwd)
    const connected = noClients ? undefined : await connect(context, workspace, options)
    if (!options.dryRun) keepWorkerKnown(context, workspace)
    const next = options.dryRun ? [] : nextSteps(begun.events, connected)
    const offer = repositoryOffer(context, workspace)
    const ignored = ignoredText(offer)
    context.show(
      { ...begun.value, ...connected?.value, ignored: offer.waiting.map(({ item }) => item) },
      () =>
        [
          ...begun.lines,
          ...(ignored === undefined ? [] : [`Of this repository, ${ignored}`]),
          ...(connected?.lines ?? []),
          ...next,
        ].join('\n'),
    )
  },
})

const PLANNED: Begun = { events: 0, value: {}, lines: [] }

const AFTERWARDS = ['', 'mettle doctor tells whether it works; mettle init --remove takes it back.']

const ON_RECORD = ['', 'mettle status tells how the loop is doing, mettle pattern list what it has learned.']

const FIRST_LESSON = [
  '',
  'Next, tell it something:',
  '  mettle learning record --lesson "Always run the migrations before the tests, otherwise they use an old schema"',
]

/** What to type after it; changes that wait for a yes have said that already. */
function nextSteps(events: number, connected: Connected | undefined): readonly string[] {
  if (connected?.consent === 'waits') return []
  if (connected !== undefined && connected.clients > 0 && connected.consent !== 'refused') return AFTERWARDS
  return events > 0 ? ON_RECORD : FIRST_LESSON
}

interface Begun {
  /** How many the journal holds. */
  readonly events: number
  readonly value: object
  readonly lines: readonly string[]
}

/** The journal first: it is no file of the person's. */
async function begin(context: CommandContext, learnings: boolean): Promise<Begun> {
  const hadFile = existsSync(join(findWorkspace(context.cwd).home, 'journal.db'))
  const mettle = await context.openMettle({ create: true })
  const { workspace, scope, location } = mettle
  const { events } = await mettle.status()
  const wasThere = hadFile || events > 0
  const hasFiles = learnings || hasLearningsFolder(workspace.root)
  const made = hasFiles ? makeLearningsFolder(workspace.root) : []
  if (learnings) made.push(...(await makeSettings(mettle)))
  const whose = { project: scope.project, organisation: scope.organisation }
  const where = location.startsWith(workspace.root) ? relative(workspace.root, location) : location
  return {
    events,
    value: { created: !wasThere, ...whose, location, learnings: made },
    lines: present([
      wasThere ? `The journal is there already: ${where}` : `Began a journal: ${where}`,
      `Project ${scope.project}`,
      made.length > 0 && `Made ${made.join(', ')}`,
      hasFiles &&
        'Agents leave what they learned in .learnings/pending/AGENT-ID.json; mettle learn takes it in.',
    ]),
  }
}

/** The files of settings that `.learnings` may hold, with what is in force; those that are there stay as they are. */
async function makeSettings(mettle: Mettle): Promise<string[]> {
  const made: string[] = []
  for (const format of ['goal', 'retention'] as const) {
    const { files } = await mettle.exportFiles({ format, retention: retentionOf(mettle.config) })
    for (const { name, chunks } of files) {
      let text = ''
      for await (const chunk of chunks()) text += chunk
      if (keepLearningsFile(mettle.workspace.root, name, text) === 'kept') made.push(`.learnings/${name}`)
    }
  }
  return made
}
