import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../domain/user-error.ts'
import type { OverlayInForce } from '../engine/overlay.ts'
import type { OverlayKeeper } from '../loop/overlays-in-force.ts'
import { writeFileAtomically } from './atomic-write.ts'
import { makePrivateFolder } from './private-files.ts'

/**
 * `overlays.json`: what the journal said of adapters when it last moved. It is written only when it changes, and never begun for nothing, so a project
 * without overlays has no such file.
 */
export function openOverlayFile(hooks: string, onFailure: (error: unknown) => void): OverlayKeeper {
  const path = join(hooks, 'overlays.json')
  return {
    read: () => {
      const text = readIfThere(path)
      return text === undefined ? undefined : parsed(text, path)
    },
    keep: (overlays) => {
      try {
        writeIfNew(path, overlays)
      } catch (error) {
        onFailure(error)
      }
    },
  }
}

function writeIfNew(path: string, overlays: readonly OverlayInForce[]): void {
  const sorted = [...overlays].sort((a, b) => (a.adapter < b.adapter ? -1 : 1))
  const text = `${JSON.stringify({ version: 1, overlays: sorted }, null, 2)}\n`
  const before = textBefore(path)
  if (before === text || (before === undefined && sorted.length === 0)) return
  makePrivateFolder(dirname(path))
  writeFileAtomically(path, text)
}

/** What is damaged is written over. */
function textBefore(path: string): string | undefined {
  try {
    return readIfThere(path)
  } catch {
    return ''
  }
}

/** A link, a pipe or a folder in its place is as good as damage: it might lead anywhere, or never end. */
function readIfThere(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) throw damaged(path, undefined)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error instanceof UserError ? error : damaged(path, error)
  }
}

/** By hand, for whoever waits for the gate does not wait for a schema library. */
function parsed(text: string, path: string): OverlayInForce[] {
  try {
    const { overlays } = JSON.parse(text) as { overlays: unknown }
    if (Array.isArray(overlays) && overlays.every(isOverlay)) return overlays
  } catch (error) {
    throw damaged(path, error)
  }
  throw damaged(path, undefined)
}

function isOverlay(value: unknown): value is OverlayInForce {
  const { adapter, riskMultiplier, suggestedMaxRetries, requireApproval, reason } = (value ??
    {}) as OverlayInForce
  return (
    typeof adapter === 'string' &&
    Number.isFinite(riskMultiplier) &&
    Number.isInteger(suggestedMaxRetries) &&
    typeof requireApproval === 'boolean' &&
    typeof reason === 'string'
  )
}

function damaged(path: string, cause: unknown): UserError {
  return new UserError(
    'overlay-file',
    `${path} cannot be read.`,
    'The next recorded outcome writes it anew.',
    { cause },
  )
}
