import type { RunRecord } from '../../projection/documents/documents.ts'
import type { LoopContext } from '../context.ts'
import { drawnFor } from './inject.ts'

/** A run, and patterns that somebody would tell it of. */
export interface RunAndPatterns {
  readonly run: string
  readonly patterns: readonly string[]
}

/**
 * Which of the patterns the lot holds back from the run, on whatever way it asks for them. What the run was shown before stays told: it cannot be
 * taken back.
 */
export async function withheldFrom(
  context: LoopContext,
  { run, patterns }: RunAndPatterns,
): Promise<string[]> {
  const { runNumber, known } = await context.shelf.refresh(context.journal, run)
  const { isRunHeld, isHeld } = drawnFor(context, run, runNumber)
  return patterns.filter((pattern) => !wasShown(known, pattern) && (isRunHeld || isHeld(pattern)))
}

function wasShown(known: RunRecord | undefined, pattern: string): boolean {
  return known !== undefined && Object.hasOwn(known.run.tiers, pattern)
}
