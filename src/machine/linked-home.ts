import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../domain/user-error.ts'

/** Mettle makes no links in `.mettle`: one that is there came with an archive or a commit, and may lead to any file of the machine. */
export function checkNoLinks(home: string): void {
  const stat = lstatSync(home, { throwIfNoEntry: false })
  const link = stat?.isSymbolicLink() ? home : stat?.isDirectory() ? linkIn(home) : undefined
  if (link === undefined) return
  throw new UserError(
    'link',
    `${link} is a link. Mettle makes none there, and writes nothing where one leads.`,
    `Remove it: rm ${link}. To keep the journal elsewhere, say so yourself: export METTLE_STORE_PATH=/path/to/journal.db`,
  )
}

function linkIn(folder: string): string | undefined {
  const found = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isSymbolicLink())
  return found && join(folder, found.name)
}
