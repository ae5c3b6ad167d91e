import { digest } from '../../domain/digest.ts'
import { UserError } from '../../domain/user-error.ts'
import type { Journal, StreamHead } from '../../store/port.ts'

/** A signed statement of how far the journal reached, kept outside of the project. */
export interface Seal {
  readonly journal: string
  readonly position: number
  readonly root: string
  readonly at: number
  readonly signature: string
}

/** Signs and keeps seals; the key never lies in the project's folder. What is damaged there throws a `UserError` of the code `seal`. */
export interface SealKeeper {
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
  last(journal: string): Seal | undefined
  keep(seal: Seal): void
  /** Forgets the seal of a journal that a person has put back to an earlier state. */
  remove(journal: string): void
}

/** A digest over the last link of every stream, which changes if any earlier fact is missing or altered. */
function rootOf(heads: readonly StreamHead[]): string {
  return digest(heads.map(({ stream, version, hash }) => `${stream} ${version} ${hash}`).join('\n'))
}

function statement({ journal, position, root, at }: Omit<Seal, 'signature'>): string {
  return `mettle seal\n${journal}\n${position}\n${root}\n${at}`
}

/** Seals the journal if it grew since the last seal, unless it contradicts that seal or the seal is unreadable: a new one would hide what happened. The doctor reports both. */
export async function sealJournal(journal: Journal, keeper: SealKeeper, now: number) {
  try {
    return await sealGrown(journal, keeper, now)
  } catch (error) {
    if (error instanceof UserError && error.code === 'seal') return undefined
    throw error
  }
}

async function sealGrown(journal: Journal, keeper: SealKeeper, now: number): Promise<Seal | undefined> {
  const head = await journal.head()
  const last = keeper.last(head.journal)
  if (head.position === 0 || last?.position === head.position) return undefined
  if (last !== undefined && canWait(last, head.position, now)) return undefined
  if ((await sealProblem(journal, keeper)) !== undefined) return undefined
  const unsigned = {
    journal: head.journal,
    position: head.position,
    root: rootOf(await journal.streamHeads(head.position)),
    at: now,
  }
  const seal = { ...unsigned, signature: keeper.sign(statement(unsigned)) }
  keeper.keep(seal)
  return seal
}

const SEALED_ALWAYS = 20_000
const HOUR_MS = 3_600_000

/** A seal covers every stream, so a long journal is sealed only after growing by 1%, or after an hour. The watermark records every commit anyway. */
function canWait(last: Seal, position: number, now: number): boolean {
  if (position <= SEALED_ALWAYS || position < last.position) return false
  return position - last.position < last.position / 100 && Math.abs(now - last.at) < HOUR_MS
}

/** The contradiction between the last seal and the journal; undefined if there is none, or no seal. */
export async function sealProblem(journal: Journal, keeper: SealKeeper): Promise<string | undefined> {
  const head = await journal.head()
  const seal = keeper.last(head.journal)
  if (seal === undefined) return undefined
  if (!keeper.isSigned(statement(seal), seal.signature)) return 'the last seal was not signed with your key'
  if (seal.position > head.position)
    return `the journal was cut: it reached event ${seal.position} and now ends at ${head.position}`
  const root = rootOf(await journal.streamHeads(seal.position))
  return root === seal.root ? undefined : `the journal up to event ${seal.position} is not what was sealed`
}
