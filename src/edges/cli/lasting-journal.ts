import { statSync } from 'node:fs'
import { UserError } from '../../domain/user-error.ts'
import { findWorkspace } from '../../machine/files/workspace.ts'
import { type Mettle, openMettle, readConfig } from '../../open.ts'
import type { CommandContext } from './context.ts'

/** A journal for a long-running command. */
export interface LastingJournal {
  /** The current journal: opened on first use, and again after it failed, was lost or was replaced. */
  open(): Promise<Mettle>
  close(): Promise<void>
}

/** Agents wait for its answers, so it gives up on a locked journal after the deadline of a block. */
export function lastingJournal(context: CommandContext): LastingJournal {
  let current: Opened | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const close = async () => {
    const last = current
    current = undefined
    await last?.mettle.close()
  }
  const open = async () => {
    if (current !== undefined && fileAt(current.mettle.location) === current.file) return current.mettle
    await close()
    current = await openFor(context)
    return current.mettle
  }
  return {
    close,
    /** Serialised, so that simultaneous callers share one journal. */
    open() {
      const next = turn.then(open, open)
      turn = next
      return next
    },
  }
}

interface Opened {
  readonly mettle: Mettle
  readonly file: string
}

async function openFor({ cwd, environment, settings, now }: CommandContext): Promise<Opened> {
  const { values } = readConfig(findWorkspace(cwd), environment, settings)
  const flags = [`store.waitMs=${values['inject.deadlineMs']}`, ...settings]
  const mettle = await openMettle({ cwd, environment, flags, surface: 'mcp', now })
  return { mettle, file: fileAt(mettle.location) }
}

/** Identifies a file, so that a replacement is noticed; empty if there is none, as on a server. */
function fileAt(location: string): string {
  const found = statSync(location, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev}:${found.ino}`
}

/** Rewrites the files that hooks read, by opening and closing the journal. Without a journal there is nothing to do. */
export async function renewPrecomputed(context: CommandContext): Promise<void> {
  try {
    await context.openMettle()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}
