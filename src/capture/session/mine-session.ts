import { jaccard, tokenSet } from '../../engine/search/words.ts'
import { redact } from '../../engine/secrets/redact.ts'
import { sanitize } from '../../engine/text/sanitize.ts'
import { commandRisk } from '../../engine/trust/sentence-in-name.ts'
import { hardRejection, junkReason } from '../rejections.ts'
import { mineCommands, mineRecurring } from './mine-commands.ts'
import { mineCorrections } from './mine-corrections.ts'
import { mineDenials } from './mine-denials.ts'
import { mineErrorFixes } from './mine-error-fixes.ts'
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
  const isSafe = safeIn(steps)
  for (const mined of found.map(cleaned).filter((one) => isWorthKeeping(one) && isSafe(one))) {
    const words = tokenSet(mined.lesson)
    if (kept.every(({ lesson }) => jaccard(tokenSet(lesson), words) < SAME)) kept.push(mined)
    if (kept.length === MOST_MINED) break
  }
  return kept
}

/** What a person said is theirs to say; all else repeats commands, and an agent may have been led to those. */
function safeIn(steps: readonly Step[]): (mined: Mined) => boolean {
  const printed = steps.flatMap((step) => (step.is === 'tool' && step.output !== undefined ? [step] : []))
  return ({ as, lesson, facts }) => {
    if (as === 'correction' || as === 'denied') return true
    const ended = steps.find(({ event }) => event === facts.at(-1))?.at ?? Number.POSITIVE_INFINITY
    const seen = printed.flatMap(({ at, output = '' }) => (at <= ended ? [output] : []))
    return quotedIn(lesson).every((command) => commandRisk(command, seen) === undefined)
  }
}

function quotedIn(lesson: string): string[] {
  return [...lesson.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted!)
}

function cleaned(mined: Mined): Mined {
  return { ...mined, lesson: sanitize(mined.lesson).text }
}

function isWorthKeeping({ lesson, command = '' }: Mined): boolean {
  if (lesson.length < SHORTEST || lesson.length > LONGEST) return false
  if (redact(lesson).findings.length > 0 || redact(command).findings.length > 0) return false
  return junkReason(lesson) === undefined && hardRejection(lesson) === undefined
}
