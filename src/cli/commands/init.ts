import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findWorkspace } from '../../system/workspace.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'init',
  summary: 'Begin a journal in this repository.',
  description: `Makes the folder .mettle/ with a journal in it. The folder ignores itself in git, and no file of yours is touched.
    All worktrees of a repository share one journal. Run again, it changes nothing.`,
  examples: ['mettle init', 'mettle init --cwd ../other-repository'],
  run: async (context) => {
    const hadFile = existsSync(join(findWorkspace(context.cwd).home, 'journal.db'))
    const mettle = await context.openMettle({ create: true })
    const { workspace, scope, location } = mettle
    const wasThere = hadFile || (await mettle.status()).events > 0
    const value = { created: !wasThere, project: scope.project, organisation: scope.organisation, location }
    const where = location.startsWith(workspace.root) ? relative(workspace.root, location) : location
    context.show(value, () =>
      [
        wasThere ? `The journal is there already: ${where}` : `Began a journal: ${where}`,
        `Project ${scope.project}`,
        '',
        'Next, tell it something:',
        '  mettle learning record --lesson "Always run the migrations before the tests, otherwise they use an old schema"',
      ].join('\n'),
    )
  },
})
