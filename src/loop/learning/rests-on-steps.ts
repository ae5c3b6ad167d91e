import type { Embedder } from '../../engine/search/static-embedder.ts'
import { type Evidence, SUPPORT, type Support, shareIn, speaks, supportOf } from '../../engine/trust/own-support.ts'
import { shareSeen } from '../../engine/trust/repeated-words.ts'
import { sentencesOf } from '../../engine/trust/seen-words.ts'
import { isTempting, nearestText } from '../patterns/near-by-embedding.ts'
import type { PersonSaid } from './person-said.ts'
import type { Done, Seen } from './seen-texts.ts'

export const UNVOUCHED = {
  /** Least similarity at which a text is suspected to be the source of a statement that no step supports. */
  near: 0.08,
  /** The same for a statement with a code identifier that no text contains: copied statements keep their identifiers, so more similarity is required. */
  named: 0.45,
  /** Where a run has no steps at all: `least + more * ln(sentences)`, since among many sentences one is near by chance. */
  chance: { least: 0.2, more: 0.06 },
  /** The extra support that steps must give if a text states the lesson in the same words. */
  clearly: 0.1,
}

export interface Ground {
  readonly run: string | undefined
  readonly seen: readonly Seen[]
  readonly done: readonly Done[]
  readonly said: readonly PersonSaid[]
  readonly embedder: Embedder | undefined
}

/** Whether the run's steps support a statement better than a text that the run read: they share more of its words, even if the text states it as well or gives orders to agents. */
export function isShownBySteps(text: string, { run, seen, done, embedder }: Ground, source: Seen): boolean {
  const own = evidenceOfRun(done, run)
  const support = supportOf(text, own, embedder)
  return isClear(support) && support.share >= printedShare(text, source) && broughtName(text, seen, own) === undefined
}

/** Whether the run's steps show a statement, and no text it read asked for anything dangerous. */
export function isFoundAlone(text: string, { run, seen, done, embedder }: Ground): boolean {
  return isClear(supportOf(text, evidenceOfRun(done, run), embedder)) && !seen.some(isTempting)
}

/** Whether a person's words cover the statement better than the text does, so that the text is not their source. */
export function isSaidByPerson(text: string, { said, embedder }: Ground, source: Seen): boolean {
  const printed = printedShare(text, source)
  return said.some(({ evidence }) => {
    const support = supportOf(text, [evidence], embedder)
    return isClear(support) && support.share > printed
  })
}

/** Of a long text, only a sketch covers everything. */
function printedShare(text: string, source: Seen): number {
  return Math.max(shareIn(text, sentencesOf(source.text)), shareSeen(text, source.words))
}

function isClear({ isEnough, share, near, least }: Support): boolean {
  return isEnough && share + near >= least + UNVOUCHED.clearly
}

/** Why to hold a statement that no step shows: this or an earlier run read a text that it may come from. Rewording can hide a thought's origin; a run's actions cannot be hidden. */
export function restsOnNothing(
  text: string,
  { run, seen, done, said, embedder }: Ground,
  isBefore: (one: Seen) => boolean,
): string | undefined {
  const own = evidenceOfRun(done, run)
  const all = done.slice(-SUPPORT.newest).map(({ evidence }) => evidence())
  const typed = said.map(({ evidence }) => evidence)
  const brought = broughtName(text, seen, [...own, ...typed, ...all])
  if (brought !== undefined) return because(brought, run)
  if ([own, typed, all].some((evidence) => supportOf(text, evidence, embedder, typed).isEnough)) return undefined
  const unvouched = seen.filter(
    (one) =>
      one.words !== '' && (one.isOutside || mayAdvise(one)) && !(one.isWritten && one.run === run) && isBefore(one),
  )
  const { near, chance } = UNVOUCHED
  const source =
    own.length === 0
      ? nearestText(text, unvouched, embedder, (all) => chance.least + chance.more * Math.log(Math.max(1, all)))
      : hasOwnName(text, unvouched)
        ? nearestText(text, unvouched, embedder, UNVOUCHED.named)
        : (unvouched.findLast((one) => one.isOutside && one.run === run) ??
          nearestText(text, unvouched, embedder, near))
  return source === undefined ? undefined : because(source, run)
}

const SPEAKS = new WeakMap<Seen, boolean>()

/** Whether an earlier run's text may give advice; mere reports of tests, builds and searches do not. */
function mayAdvise(one: Seen): boolean {
  const known = SPEAKS.get(one) ?? speaks(one.text)
  SPEAKS.set(one, known)
  return known
}

const NAME = /[a-z0-9]+(?:[-_.@/]+[a-z0-9]+)+/gi
const SHORTEST_NAME = 6
const FILE_NAME = /\.[a-z0-9]{1,5}$/

const CODE_NAME = /\w*[a-z0-9](?:_+|(?<=[a-z])(?=[A-Z])|[./:]{1,2}(?=[a-zA-Z]))\w+|--[a-z]\w+/g

/** Whether a statement contains names from code, none of which is in a text. */
function hasOwnName(text: string, seen: readonly Seen[]): boolean {
  const names = (text.match(CODE_NAME) ?? []).map((name) => name.toLowerCase())
  const isIn = (name: string, { text, words }: Seen) =>
    text.toLowerCase().includes(name) || shareSeen(name, words) === 1
  return names.length > 0 && !seen.some((one) => names.some((name) => isIn(name, one)))
}

/** The newest text by others that has a name of the statement which no step shows: a package, a host, a script. */
function broughtName(text: string, seen: readonly Seen[], evidence: readonly Evidence[]): Seen | undefined {
  const names = (text.toLowerCase().match(NAME) ?? []).filter(({ length }) => length >= SHORTEST_NAME)
  const strange = names.filter(
    (name) => !evidence.some(({ lines }) => lines.some((line) => line.toLowerCase().includes(name))),
  )
  if (strange.length === 0) return undefined
  return seen.findLast(({ isOutside, isFailure, text: printed }) => {
    // A failure's output names the project's own files, so these do not count.
    const looked = isOutside ? strange : isFailure ? strange.filter((name) => !FILE_NAME.test(name)) : []
    return looked.length > 0 && looked.some((name) => printed.toLowerCase().includes(name))
  })
}

function because({ name, run }: Seen, own: string | undefined): string {
  return `no step shows it, and it may come from what ${name} printed${run === own ? '' : ' in an earlier run'}`
}

function evidenceOfRun(done: readonly Done[], run: string | undefined): Evidence[] {
  return run === undefined ? [] : done.flatMap((one) => (one.run === run ? [one.evidence()] : []))
}
