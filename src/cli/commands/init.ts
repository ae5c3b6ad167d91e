import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hasLearningsFolder, makeLearningsFolder } from '../../system/learnings-folder.ts'
import { findWorkspace } from '../../system/workspace.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'init',
  summary: 'Begin a journal in this repository.',
  description: `Makes the folder .mettle/ with a journal in it. The folder ignores itself in git, and no file of yours is touched.
    All worktrees of a repository share one journal. Run again, it changes nothing. Where there is a folder .learnings, or with --learnings,
    the folders are made in which agents leave what they learned as files.`,
  options: {
    learnings: { kind: 'switch', summary: 'Make .learnings/, too, for agents that write files.' },
  },
  examples: ['mettle init', 'mettle init --learnings', 'mettle init --cwd ../other-repository'],
  run: async (context, { learnings }) => {
    const hadFile = existsSync(join(findWorkspace(context.cwd).home, 'journal.db'))
    const mettle = await context.openMettle({ create: true })
    const { workspace, scope, location } = mettle
    const wasThere = hadFile || (await mettle.status()).events > 0
    const hasFiles = learnings || hasLearningsFolder(workspace.root)
    const made = hasFiles ? makeLearningsFolder(workspace.root) : []
    const whose = { project: scope.project, organisation: scope.organisation }
    const value = { created: !wasThere, ...whose, location, learnings: made }
    const where = location.startsWith(workspace.root) ? relative(workspace.root, location) : location
    context.show(value, () =>
      [
        wasThere ? `The journal is there already: ${where}` : `Began a journal: ${where}`,
        `Project ${scope.project}`,
        ...(made.length === 0 ? [] : [`Made ${made.join(', ')}`]),
        ...(hasFiles
          ? ['Agents leave what they learned in .learnings/pending/AGENT-ID.json; mettle learn takes it in.']
          : []),
        '',
        'Next, tell it something:',
        '  mettle learning record --lesson "Always run the migrations before the tests, otherwise they use an old schema"',
      ].join('\n'),
    )
  },
})
