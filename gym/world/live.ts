import { between, type Dice, weighted } from './dice.ts'
import { clash, type Lesson } from './lesson.ts'
import { type Ran, steps } from './mistake.ts'
import type { Run, World } from './world.ts'

/** A line in front of a run, as the policy knows it. */
export interface Line {
  /** By which the policy knows it again. */
  readonly pattern: string
  readonly text: string
  readonly tokens: number
}

/** A line that the agent says it made use of, with a place in the change or without. */
export interface Use {
  readonly pattern: string
  readonly tier: 'cited' | 'applied'
}

export interface Verdict {
  readonly passed: boolean
  readonly level: 1 | 2 | 3
  /** Lines that the validator calls false positives. */
  readonly dismissed: readonly Line[]
}

export interface Outcome {
  readonly success: boolean
  readonly durationMs: number
  readonly errorCount: number
  readonly retryCount: number
}

/** All that can be observed of a run, by whoever cares to. */
export interface Report {
  readonly run: Run
  readonly lines: readonly Line[]
  readonly uses: readonly Use[]
  readonly outcome: Outcome
  readonly verdict?: Verdict
  /** A person's word on one line. */
  readonly word?: { readonly pattern: string; readonly helpful: boolean }
  /** What became of the merged work: the truth, later. */
  readonly kept?: boolean
  /** The commands of the session, where lessons are about mistakes. */
  readonly steps?: readonly Ran[]
}

/** What happened, and beside it what only the world knows. */
export interface Happened {
  readonly report: Report
  /** How likely the run was to succeed, and how likely it had been without any line. */
  readonly chance: number
  readonly chanceAlone: number
  readonly success: boolean
  /** For each line what following it does here; the lines that were dismissed before and came again. */
  readonly worth: readonly LineWorth[]
}

export interface LineWorth {
  readonly lesson: Lesson | undefined
  readonly effect: number
  readonly warns: boolean
}

/** A warning keeps agents from what many of them would not have done anyway. */
const WARNED_SHARE = 0.3

/** Lives through a run that was shown some lines. The luck of the run is the same whatever it was shown. */
export function live(world: World, run: Run, lines: readonly Line[]): Happened {
  const { dice, variant } = world
  const worth = lines.map((line) => worthOf(world, run, line))
  const obeyed = worth.filter(({ lesson }) => lesson !== undefined && obeys(world, run, lesson))
  const hidden = isEasy(world, run) ? variant.easyUse : -variant.easyUse
  const alone = world.ease[run.area]! + between(dice('hard', run.index), -0.8, 0.8) + hidden
  const cost = variant.tokenCost * lines.reduce((total, { tokens }) => total + tokens, 0)
  const chance = chanceOf(alone + joint(obeyed, world) - cost, variant.link)
  const success = dice('luck', run.index) < chance
  const report = { run, lines, ...observe(world, { run, lines, worth, obeyed, success }) }
  return { report, chance, chanceAlone: chanceOf(alone, variant.link), success, worth }
}

/** The lesson behind a line, however it is dressed up. */
function worthOf({ lessonOf }: World, run: Run, { text }: Line): LineWorth {
  const warns = text.startsWith('AVOID: ')
  const words = warns ? text.slice(7).replace(/\. Failed \d.*$/, '') : text
  const lesson = lessonOf.get(words)
  const effect = lesson?.effects[run.half][run.area] ?? 0
  return { lesson, effect: warns ? -WARNED_SHARE * effect : effect, warns }
}

/** Whether the agent would follow a lesson here: the same answer for every wording, and for every policy. */
export function obeys({ dice, variant }: World, run: Run, { id, area, isPoison }: Lesson): boolean {
  const isInPlace = area === undefined || area === run.area
  const share = isInPlace || isPoison ? variant.obeysInPlace : variant.obeysOutOfPlace
  return dice('obeys', run.index, id) < share
}

/** What followed lessons do together. Said twice a lesson helps once. */
function joint(obeyed: readonly LineWorth[], { variant, dice }: World): number {
  const byLesson = new Map(obeyed.map((one) => [one.lesson!, one.effect]))
  const effects = [...byLesson.values()]
  const sum = effects.reduce((total, effect) => total + effect, 0)
  if (!variant.interacts) return sum
  const helpful = effects.filter((effect) => effect > 0).sort((a, b) => b - a)
  const redundant = helpful.slice(1).reduce((total, effect) => total + 0.6 * effect, 0)
  const lessons = [...byLesson.keys()]
  const clashes = lessons.flatMap((a, at) => lessons.slice(at + 1).map((b) => clash(a, b, dice)))
  return sum - redundant + clashes.reduce((total, each) => total + each, 0)
}

function chanceOf(logits: number, link: 'logistic' | 'heavy-tailed'): number {
  if (link === 'logistic') return 1 / (1 + Math.exp(-logits))
  return 0.5 + Math.atan(logits * 1.2) / Math.PI
}

interface Scene {
  readonly run: Run
  readonly lines: readonly Line[]
  readonly worth: readonly LineWorth[]
  readonly obeyed: readonly LineWorth[]
  readonly success: boolean
}

function observe(world: World, scene: Scene): Omit<Report, 'run' | 'lines'> {
  const { dice, variant } = world
  const { run, success } = scene
  const isWrong = dice('misread', run.index) < variant.outcomeNoise
  const outcome = outcomeOf(dice, run, success !== isWrong)
  const isMerged = outcome.success && dice('merged', run.index) < variant.lateTruthShare
  const verdict = verdictOf(world, scene)
  const word = wordOf(world, scene)
  return {
    uses: usesOf(world, scene),
    outcome,
    ...(verdict === undefined ? {} : { verdict }),
    ...(word === undefined ? {} : { word }),
    ...(isMerged ? { kept: success } : {}),
    ...(variant.mistakes ? { steps: stepsOf(world, scene) } : {}),
  }
}

/** How often the command of a lesson comes up where the lesson belongs. */
const COMES_UP = 0.9

function stepsOf({ lessons, dice }: World, { run, obeyed }: Scene): Ran[] {
  return lessons.flatMap(({ id, area, mistake }) => {
    const comesUp = area === run.area && dice('comes up', run.index, id) < COMES_UP
    if (mistake === undefined || !comesUp) return []
    const isFollowed = obeyed.some(({ lesson, warns }) => lesson?.id === id && !warns)
    const isMade = dice('slips', run.index, id) < (isFollowed ? mistake.having : mistake.without)
    return steps(mistake, isFollowed, isMade)
  })
}

/** Failed runs take longer and stumble more often, and not always. */
function outcomeOf(dice: Dice, run: Run, success: boolean): Outcome {
  const trouble = dice('trouble', run.index)
  const minutes = between(dice('minutes', run.index), 2, success ? 24 : 45)
  return {
    success,
    durationMs: Math.round(minutes * 60_000),
    errorCount: Math.floor(trouble * (success ? 2.5 : 5)),
    retryCount: Math.floor(dice('retries', run.index) * (success ? 1.8 : 3.5)),
  }
}

/** In hard work agents rarely get to say what they used. */
const SAID_IN_HARD_WORK = 0.15

function isEasy({ dice }: World, run: Run): boolean {
  return dice('easy', run.index) < 0.5
}

function usesOf(world: World, { run, lines, worth, obeyed }: Scene): Use[] {
  const { dice, variant } = world
  const followed = new Set(obeyed)
  if (variant.easyUse > 0 && !isEasy(world, run) && dice('quiet', run.index) >= SAID_IN_HARD_WORK) return []
  return lines.flatMap(({ pattern, text }, at): Use[] => {
    const draw = dice('says', run.index, text)
    if (!followed.has(worth[at]!)) return draw < variant.claimsFalsely ? [{ pattern, tier: 'cited' }] : []
    if (draw < variant.saysWhere) return [{ pattern, tier: 'applied' }]
    return draw < variant.saysWhere + variant.saysSo ? [{ pattern, tier: 'cited' }] : []
  })
}

/** A validator judges the work, and each line that was followed and did not help may be dismissed. */
function verdictOf({ dice, variant }: World, { run, lines, worth, obeyed, success }: Scene): Verdict | undefined {
  if (dice('judged', run.index) >= variant.verdictShare) return undefined
  const level = (1 + weighted(dice('level', run.index), variant.evidenceLevels)) as 1 | 2 | 3
  const isRight = dice('judges', run.index) < variant.verdictAccuracy[level - 1]!
  const followed = new Set(obeyed)
  const dismissed = lines.filter(({ text }, at) => {
    const shares = worth[at]!.effect > 0.1 ? variant.dismissesGood : variant.dismissesBad
    return followed.has(worth[at]!) && dice('dismisses', run.index, text) < shares[level - 1]!
  })
  return { passed: success === isRight, level, dismissed }
}

function wordOf({ dice, variant }: World, { run, lines, worth, obeyed }: Scene): Report['word'] {
  if (obeyed.length === 0 || dice('word', run.index) >= variant.wordShare) return undefined
  const about = obeyed[Math.floor(dice('word on', run.index) * obeyed.length)]!
  const isRight = dice('word right', run.index) < variant.wordAccuracy
  const { pattern } = lines[worth.indexOf(about)]!
  return { pattern, helpful: about.effect > 0.1 === isRight }
}
