import { jaccard } from '../../engine/jaccard.ts'
import { redact } from '../../engine/redact.ts'
import { sanitize } from '../../engine/sanitize.ts'
import { tokenSet } from '../../engine/text-tokens.ts'
import { hardRejection } from '../hard-rejections.ts'
import { junkReason } from '../is-junk.ts'
import { mineCommands } from './mine-commands.ts'
import { mineCorrections } from './mine-corrections.ts'
import { mineDenials } from './mine-denials.ts'
import { mineErrorFixes } from './mine-error-fixes.ts'
import { mineRecurring } from './mine-recurring.ts'
import type { KnownBefore, Mined } from './mined.ts'
import type { Step } from './session.ts'

export const MOST_MINED = 5
const SAME = 0.8
const SHORTEST = 20
const LONGEST = 400

/**
 * The lessons of a session, without a model: what people said goes before what keeps happening, and that before what was tried once. At most
 * five; nothing that is junk, orders its reader about, or holds a secret.
 */
export function mineSession(steps: readonly Step[], known: KnownBefore): Mined[] {
  const denials = mineDenials(steps)
  const fixes = mineErrorFixes(steps)
  const recurring = mineRecurring(steps, { known, fixes })
  const told = new Set(recurring.map(({ facts }) => facts[0]))
  const found = [
    ...mineCorrections(steps, denials.prompts),
    ...denials.mined,
    ...recurring,
    ...fixes.filter(({ facts }) => !told.has(facts[0])),
    ...mineCommands(steps, known),
  ]
  const kept: Mined[] = []
  for (const mined of found.map(cleaned).filter(isWorthKeeping)) {
    const words = tokenSet(mined.lesson)
    if (kept.every(({ lesson }) => jaccard(tokenSet(lesson), words) < SAME)) kept.push(mined)
    if (kept.length === MOST_MINED) break
  }
  return kept
}

function cleaned(mined: Mined): Mined {
  return { ...mined, lesson: sanitize(mined.lesson).text }
}

function isWorthKeeping({ lesson, command = '' }: Mined): boolean {
  if (lesson.length < SHORTEST || lesson.length > LONGEST) return false
  if (redact(lesson).findings.length > 0 || redact(command).findings.length > 0) return false
  return junkReason(lesson) === undefined && hardRejection(lesson) === undefined
}
