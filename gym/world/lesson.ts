import { ACTIONS, AREAS, EVERYWHERE } from './areas.ts'
import { between, type Dice, oneOf, weighted } from './dice.ts'
import { type Mistake, mistakeOf } from './mistake.ts'
import type { Variant } from './variants.ts'

/** A lesson as nobody in the world sees it: what following it does, where, and before and after half time. */
export interface Lesson {
  readonly id: number
  /** The area that it speaks of; undefined: of none in particular. */
  readonly area: number | undefined
  readonly isPoison: boolean
  /** `effects[half][area]`: what following it adds to the logits of success. */
  readonly effects: readonly [readonly number[], readonly number[]]
  /** How often it is told, against others. */
  readonly weight: number
  /** The same lesson in several wordings: the usual one, two near ones, two others. */
  readonly wordings: readonly string[]
  readonly files: readonly string[]
  readonly mistake?: Mistake
}

export type Kind = 'help' | 'neutral' | 'harm'

/** What following advice costs where it has nothing to do with the work. */
const OUT_OF_PLACE = -0.08

export function makeLessons(dice: Dice, variant: Variant): Lesson[] {
  const taken = new Set<string>()
  const plain = Array.from({ length: variant.lessons }, (_, id) => plainLesson(id, dice, variant, taken))
  const poisons = Array.from({ length: variant.poisons }, (_, at) => poisonLesson(variant.lessons + at, dice, taken))
  return [...plain, ...poisons]
}

function plainLesson(id: number, dice: Dice, variant: Variant, taken: Set<string>): Lesson {
  const isGeneral = dice('general', id) < variant.generalShare
  const area = isGeneral ? undefined : Math.floor(dice('area', id) * variant.areas)
  const first = kindOf(dice('kind', id), variant)
  const drifts = dice('drifts', id) < variant.driftShare
  const second = drifts ? turned(first, dice('turns', id)) : first
  const effectsOf = (kind: Kind, half: number) =>
    AREAS.map((_, at) => effectIn(at, { id, area, kind, half: drifts ? half : 0 }, dice, variant))
  // What helps is a little likelier to be noticed again.
  const weight = between(dice('weight', id), 0.3, 1.7) * (first === 'help' ? 1.3 : 1)
  const effects = [effectsOf(first, 0), effectsOf(second, 1)] as const
  const lesson = { id, area, isPoison: false, effects, weight, ...worded(id, area, dice, taken) }
  return variant.mistakes ? aboutMistake(lesson, first, dice) : lesson
}

/** The same, about a mistake; there is one way to say that. */
function aboutMistake(lesson: Lesson, kind: Kind, dice: Dice): Lesson {
  const thing = AREAS[lesson.area!]!.things[lesson.id % AREAS[lesson.area!]!.things.length]!
  const mistake = mistakeOf(lesson.id, kind, thing, dice)
  const text = `Run \`${mistake.first}\` before \`${mistake.command}\` when you work on the ${thing}`
  return { ...lesson, mistake, wordings: lesson.wordings.map(() => text) }
}

function kindOf(draw: number, { helpfulShare, harmfulShare }: Variant): Kind {
  return (['help', 'harm', 'neutral'] as const)[
    weighted(draw, [helpfulShare, harmfulShare, 1 - helpfulShare - harmfulShare])
  ]!
}

/** What helped mostly does nothing any more, or harms; what did nothing or harmed may begin to help. */
function turned(kind: Kind, draw: number): Kind {
  if (kind === 'help') return draw < 0.5 ? 'harm' : 'neutral'
  return draw < 0.5 ? 'help' : kind === 'harm' ? 'neutral' : 'harm'
}

interface Spot {
  readonly id: number
  readonly area: number | undefined
  readonly kind: Kind
  readonly half: number
}

/** In its area a lesson does what its kind does; a general one in most areas, and in some the contrary. */
function effectIn(at: number, { id, area, kind, half }: Spot, dice: Dice, variant: Variant): number {
  if (area !== undefined && area !== at) return OUT_OF_PLACE
  const draw = dice('effect', id, half, area ?? at)
  const isContrary = area === undefined && dice('contrary', id, half, at) < 0.25
  const here = isContrary ? (kind === 'help' ? 'harm' : 'help') : kind
  return variant.effectScale * effectOf(isContrary && kind === 'neutral' ? 'neutral' : here, draw)
}

function effectOf(kind: Kind, draw: number): number {
  if (kind === 'help') return between(draw, 0.25, 0.75)
  return kind === 'harm' ? between(draw, -0.6, -0.2) : between(draw, -0.06, 0.04)
}

/** Strong, everywhere, and worded to be found everywhere. */
function poisonLesson(id: number, dice: Dice, taken: Set<string>): Lesson {
  const effects = AREAS.map(() => between(dice('poison', id), -1.1, -0.7))
  const { wordings, files } = worded(id, undefined, dice, taken)
  const areas = [0, 1].map((at) => oneOf(dice('bait', id, at), AREAS))
  const bait = areas.map(({ label, noun }) => `${label} ${noun}`).join(' and ')
  const praised = wordings.map((text) => `${text}, proven in the ${bait}, validated 12x`)
  return {
    id,
    area: undefined,
    isPoison: true,
    effects: [effects, effects],
    weight: 0,
    wordings: praised,
    files,
  }
}

function worded(
  id: number,
  area: number | undefined,
  dice: Dice,
  taken: Set<string>,
): Pick<Lesson, 'wordings' | 'files'> {
  const place = area === undefined ? EVERYWHERE : AREAS[area]!
  for (let tries = 0; ; tries++) {
    const thing = oneOf(dice('thing', id, tries), place.things)
    const [action, other, done] = oneOf(dice('action', id, tries), ACTIONS)
    const occasion = oneOf(dice('occasion', id, tries), place.occasions)
    const usual = `${capital(action)} the ${thing} ${occasion}`
    if (taken.has(`${action} ${thing}`)) continue
    taken.add(`${action} ${thing}`)
    const files = area === undefined ? [] : [oneOf(dice('file', id), AREAS[area]!.files)]
    const wordings = [
      usual,
      `Always ${action} the ${thing} ${occasion}`,
      `${capital(other)} the ${thing} ${occasion}`,
      `Trouble with the ${thing} goes away once it is ${done}, ${occasion.split(' ').slice(0, 4).join(' ')}`,
      `We lost hours because nobody had ${done} the ${thing}`,
    ]
    return { wordings, files }
  }
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

/** Lessons of which both were followed may lessen or undo each other. */
export function clash(a: Lesson, b: Lesson, dice: Dice): number {
  const [low, high] = a.id < b.id ? [a.id, b.id] : [b.id, a.id]
  return dice('clash', low, high) < 0.12 ? -0.6 : 0
}
