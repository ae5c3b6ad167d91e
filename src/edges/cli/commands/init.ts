import { existsSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { present } from '../../../domain/sets.ts'
import { retentionOf } from '../../../machine/config/settings.ts'
import { findWorkspace } from '../../../machine/files/workspace.ts'
import {
  hasLearningsFolder,
  keepLearningsFile,
  makeLearningsFolder,
} from '../../../machine/learnings/learnings-folder.ts'
import type { Mettle } from '../../../open.ts'
import { defineCommand, flag, text, YES } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { usageError } from '../input/tokens.ts'
import { keepWorkerKnown } from '../setup/connect-clients.ts'
import { type Connected, connect } from '../setup/init-connect.ts'
import { undo } from '../setup/init-undo.ts'
import { offerSessions } from '../setup/learn-from-sessions.ts'
import { ignoredText, repositoryOffer } from '../setup/repository-offer.ts'

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Set up Mettle in this repository and connect your coding agents.',
  description: `Creates the folder .mettle/ with a journal in it. Git ignores the folder, and all worktrees of a repository share it.
    Then connects the clients that are found on this machine (Claude Code, Codex, Copilot CLI, Gemini CLI, opencode). It shows which settings files change,
    each line on request, and asks before it writes. Without a terminal it changes none of your files unless --yes is given. A second run changes
    nothing; after an upgrade it updates its own entries.
    --remove restores every settings file byte for byte, and keeps the journal unless you give --journal.
    If there is a folder .learnings, or with --learnings, it creates the folders in which agents leave lessons as files;
    --learnings also writes goal.yaml and retention.yaml with the active settings, for you to change.`,
  options: {
    client: text('Connect these, separated by commas. Default: all that are found.', 'NAMES'),
    noClients: flag('Connect no client.'),
    user: flag('Write to your own settings, for all projects, instead of those of the project.'),
    local: flag('Write to your personal settings in this project, which git ignores; Claude Code only.'),
    yes: YES,
    diff: flag('Show every line that changes.'),
    dryRun: flag('Show what would change, and change nothing.'),
    remove: flag('Remove what init put into the settings of clients.'),
    journal: flag('With --remove: also delete the journal.'),
    learnings: flag('Also create .learnings/, for agents that write files.'),
  },
  examples: [
    'mettle init',
    'mettle init --client claude-code,codex --yes',
    'mettle init --dry-run --diff',
    'mettle init --local',
    'mettle init --user --client claude-code',
    'mettle init --no-clients --learnings',
    'mettle init --remove',
    'mettle init --cwd ../other-repository',
  ],
  needs: { person: { only: 'With --remove', when: ({ remove, dryRun }) => remove && !dryRun } },
  run: async (context, { learnings, remove, journal, noClients, ...options }) => {
    if (journal && !remove) throw usageError('--journal belongs to --remove.', 'mettle init --remove --journal')
    if (noClients && (options.client !== undefined || remove))
      throw usageError(`--no-clients goes with neither --client nor --remove.`, 'mettle init --no-clients')
    if (options.local && options.user) throw usageError('--local and --user are two places.', 'mettle init --local')
    if (remove) return undo(context, { ...options, journal })
    const begun = options.dryRun ? PLANNED : await begin(context, learnings)
    const workspace = findWorkspace(context.cwd)
    const connected = noClients ? undefined : await connect(context, workspace, options)
    if (!options.dryRun) keepWorkerKnown(context, workspace)
    const next = options.dryRun ? [] : nextSteps(begun.events, connected)
    const sessions = options.dryRun || noClients ? [] : await offerSessions(context)
    const offer = repositoryOffer(context, workspace)
    const ignored = ignoredText(offer)
    context.show({ ...begun.value, ...connected?.value, ignored: offer.waiting.map(({ item }) => item) }, () =>
      present([
        ...begun.lines,
        ignored && `Of this repository, ${ignored}`,
        ...(connected?.lines ?? []),
        ...sessions,
        ...next,
      ]).join('\n'),
    )
  },
})

const PLANNED = { events: 0, value: {}, lines: [] }

/** The next commands to type; changes that wait for a yes have already printed theirs. */
function nextSteps(events: number, connected: Connected | undefined): readonly string[] {
  if (connected?.consent === 'waits') return []
  if (connected !== undefined && connected.clients > 0 && connected.consent !== 'refused')
    return ['', 'Work with your agent as usual. mettle doctor checks the setup; mettle init --remove undoes it.']
  return events > 0
    ? ['', 'mettle status shows what is recorded, mettle pattern list what Mettle has learned.']
    : ['', 'Next, give your agents a rule:', '  mettle rule add "Run the migrations before the tests"']
}

/** Creates the journal first, since it is not one of the person's files. `events`: how many it holds. */
async function begin(context: CommandContext, learnings: boolean) {
  const file = join(findWorkspace(context.cwd).home, 'journal.db')
  const hadFile = existsSync(file)
  const mettle = await context.openMettle({ create: true })
  const { workspace, scope, location } = mettle
  const { events } = await mettle.status()
  // A new journal may already contain queued events of commands that failed without one.
  const wasThere = hadFile || (location !== file && events > 0)
  // The read positions of sessions are kept elsewhere and survive a journal that somebody deleted by hand.
  if (!wasThere) rmSync(join(workspace.hooks, 'transcripts'), { recursive: true, force: true })
  const hasFiles = learnings || hasLearningsFolder(workspace.root)
  const made = hasFiles ? makeLearningsFolder(workspace.root) : []
  if (learnings) made.push(...(await makeSettings(mettle)))
  const whose = { project: scope.project, organisation: scope.organisation }
  const where = location.startsWith(workspace.root) ? relative(workspace.root, location) : location
  return {
    events,
    value: { created: !wasThere, ...whose, location, learnings: made },
    lines: present([
      wasThere ? `The journal exists: ${where}` : `Created a journal: ${where}`,
      `Project ${scope.project}`,
      made.length > 0 && `Made ${made.join(', ')}`,
      hasFiles && 'Agents write what they learned to .learnings/pending/AGENT-ID.json, and mettle learn reads it.',
    ]),
  }
}

/** Writes the settings files of `.learnings` with the values that are active; existing files stay as they are. */
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
