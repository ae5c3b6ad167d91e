import type { StoredEvent } from '../../domain/event.ts'
import type { BlastRadius } from '../../projection/compare-projections.ts'
import { known } from '../facts/facts-about.ts'

/** Actions that relied on things that an undo changes. They cannot be undone, only reported. */
export interface ActedOn {
  /** Receipts that showed a pattern that moves; newest first, at most 50. */
  readonly injections: readonly {
    readonly receipt: string
    readonly run?: string
    readonly at: number
    readonly patterns: readonly string[]
  }[]
  readonly injectionsTotal: number
  readonly pushes: readonly { readonly pattern: string; readonly organisation: string; readonly at: number }[]
  /** Steps that the gate stopped because of a changed adapter. */
  readonly approvals: readonly { readonly approval: string; readonly action: string; readonly at: number }[]
}

const MOST = 50

/** Checks everything since the first undone fact. */
export function actedOn(facts: readonly StoredEvent[], since: number, radius: BlastRadius): ActedOn {
  const patterns = new Set(radius.patterns.map(({ id }) => id))
  const adapters = new Set(radius.adapters.map(({ id }) => id))
  return shownOf(
    facts.filter(({ position }) => since > 0 && position > since),
    { patterns, adapters },
  )
}

/** What the facts show about the use of patterns and adapters. */
export function shownOf(
  facts: readonly StoredEvent[],
  { patterns, adapters }: { patterns: ReadonlySet<string>; adapters: ReadonlySet<string> },
): ActedOn {
  const later = known(facts).reverse()
  const injections = later.flatMap(({ type, payload, run, occurredAt: at }) => {
    if (type !== 'pattern-injected') return []
    const shown = payload.items.map(({ pattern }) => pattern).filter((id) => patterns.has(id))
    const where = run === undefined ? {} : { run }
    return shown.length === 0 ? [] : [{ receipt: payload.receipt, ...where, at, patterns: shown }]
  })
  return {
    injections: injections.slice(0, MOST),
    injectionsTotal: injections.length,
    pushes: later.flatMap(({ type, payload, occurredAt: at }) =>
      type === 'pattern-pushed' && patterns.has(payload.pattern)
        ? [{ pattern: payload.pattern, organisation: payload.organisation, at }]
        : [],
    ),
    approvals: later.flatMap(({ type, payload, occurredAt: at }) =>
      type === 'approval-asked' && payload.adapters.some((adapter) => adapters.has(adapter))
        ? [{ approval: payload.approval, action: payload.action, at }]
        : [],
    ),
  }
}
