import { statSync } from 'node:fs'
import { UserError } from '../../domain/user-error.ts'
import { findWorkspace } from '../../machine/files/workspace.ts'
import { type Mettle, openMettle, readConfig } from '../../open.ts'
import type { CommandContext } from './context.ts'

/** A journal for a command that goes on for long. */
export interface LastingJournal {
  /** The journal as it is now: opened when it is first asked for, and again after it failed, was lost or was replaced. */
  open(): Promise<Mettle>
  close(): Promise<void>
}

/** Agents wait for what is asked through it, so a locked journal is given up after the deadline of a block. */
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
    /** One after the other, so that two who ask at once get the same. */
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

/** Tells a file from another that took its place; empty where there is none, as on a server. */
function fileAt(location: string): string {
  const found = statSync(location, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev}:${found.ino}`
}

/** Has what hooks read written again, by opening the journal and closing it. Where there is none, no hook reads anything. */
export async function renewPrecomputed(context: CommandContext): Promise<void> {
  try {
    await context.openMettle()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}
