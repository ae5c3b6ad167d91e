import { excerpt } from '../../engine/secrets/excerpt.ts'
import { adviceIn, seenWords } from '../../engine/trust/seen-words.ts'
import type { ToolStep } from './hook-call.ts'
import { isCutShort } from './session-facts.ts'

const LONGEST_ADVICE = 4_000

/** A sketch of an output that is too long to keep, enough to recognise it when the agent repeats it. */
export function outputSketch(tool: ToolStep): { seen?: string; advice?: string } {
  if (!isCutShort(tool)) return {}
  const seen = seenWords(tool.output!)
  const advice = excerpt(adviceIn(tool.output!), LONGEST_ADVICE)
  return { ...(seen !== '' && { seen }), ...(advice !== '' && { advice }) }
}
