import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder } from '../../machine/files/files-of.ts'
import type { Workspace } from '../../machine/files/workspace.ts'

/** What hooks do in a folder. Removing `.mettle`, or replacing it with a link, ends the recording but not the gate. */
export function mettleIn({ home, hooks }: Workspace): 'all' | 'gate' | 'nothing' {
  if (isFolder(home) && existsSync(join(home, 'project.json'))) return 'all'
  return hooks !== home && isFolder(join(hooks, 'ahead')) ? 'gate' : 'nothing'
}
