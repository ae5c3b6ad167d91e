import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'

/** Whatever else is named, a repository must not have it run: `make` would take its orders from there. */
const PROGRAM = 'bin.js'

/**
 * Where `.mettle/agents.json` has the command line, with every link followed: `/proc/self/cwd/x.js` and a link that a repository brings along
 * lead back into it, and only the place itself shows that. The repository is where `.mettle` lies, whichever of its worktrees one stands in.
 */
export function connectedCli(home: string): { root: string; cli: string } | undefined {
  try {
    const { cli } = JSON.parse(readFileSync(join(home, 'agents.json'), 'utf8')) as { cli?: unknown }
    if (typeof cli !== 'string' || !isAbsolute(cli)) return undefined
    const found = realpathSync(cli)
    return basename(found) === PROGRAM ? { root: realpathSync(dirname(home)), cli: found } : undefined
  } catch {
    return undefined
  }
}
