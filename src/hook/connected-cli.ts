import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

/**
 * Where `.mettle/agents.json` has the command line, with every link followed: `/proc/self/cwd/x.js` and a link that a repository brings along
 * lead back into it, and only the place itself shows that. The repository is where `.mettle` lies, whichever of its worktrees one stands in.
 */
export function connectedCli(home: string): { root: string; cli: string } | undefined {
  try {
    const { cli } = JSON.parse(readFileSync(join(home, 'agents.json'), 'utf8')) as { cli?: unknown }
    if (typeof cli !== 'string' || !isAbsolute(cli)) return undefined
    return { root: realpathSync(dirname(home)), cli: realpathSync(cli) }
  } catch {
    return undefined
  }
}
