import { openSharedFolder } from '../../src/machine/learnings/shared-folder.ts'
import { sharedBy } from '../worlds/shared.ts'

/** Puts many patterns into a folder, one at a time, as a process of its own. */
const [folder = '', name = '', puts = '0'] = process.argv.slice(2)
const place = openSharedFolder(folder, { staleHours: 4, waitMs: 60_000, now: Date.now })
for (let i = 0; i < Number(puts); i++)
  await place.put([sharedBy({ journal: `journal-${name}`, pattern: `p-${i}`, event: `${name}-${i}` })])
