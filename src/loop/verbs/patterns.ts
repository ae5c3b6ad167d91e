import type { WhyNamed } from '../../report/why/why-named.ts'
import type { WhyPattern } from '../../report/why/why-pattern.ts'
import type { LoopContext } from '../context.ts'
import type { Keepers } from '../journal/keepers.ts'
import type { CitationsChecked } from '../patterns/cited-lines.ts'
import type { DecisionRequest, PatternDecided } from '../patterns/decide-pattern.ts'
import type { EditRequest, PatternEdited } from '../patterns/edit-pattern.ts'
import type { PatternGraded, PenaliseRequest, ReinforceRequest } from '../patterns/grade-pattern.ts'
import type { MergeRequest, PatternsMerged } from '../patterns/merge-patterns.ts'
import { listPatterns, type PatternFilter, type PatternView, tellPattern, why } from '../patterns/patterns.ts'
import type { PatternQuarantined, QuarantineRequest } from '../patterns/quarantine-pattern.ts'
import type { SourceQuarantined, SourceQuarantineRequest } from '../patterns/quarantine-source.ts'
import type { PatternQuery } from '../patterns/query-patterns.ts'
import type { PatternStored, StoreRequest } from '../patterns/store-pattern.ts'

/** The patterns, why they stand where they stand, and a person's word on them. */
export interface PatternVerbs {
  patterns(filter?: PatternFilter): Promise<PatternView[]>
  pattern(id: string): Promise<PatternView>
  why(id: string): Promise<WhyPattern>
  whyCriterion(name: string): Promise<WhyNamed>
  whyStrategy(name: string): Promise<WhyNamed>
  /** Looks whether the lines that patterns cite are still in the code, and records where that has changed. */
  checkCitations(): Promise<CitationsChecked>
  /** A person's word on a pattern; it holds until a person takes it back. */
  promotePattern(request: DecisionRequest): Promise<PatternDecided>
  deprecatePattern(request: DecisionRequest): Promise<PatternDecided>
  resetPattern(request: DecisionRequest): Promise<PatternDecided>
  /** Sets a pattern aside, and vouches for one that was. */
  quarantinePattern(request: QuarantineRequest): Promise<PatternQuarantined>
  /** Sets aside every pattern that stands on a run or a source alone; undoing the batch takes that back. */
  quarantineSource(request: SourceQuarantineRequest): Promise<SourceQuarantined>
  releasePattern(request: QuarantineRequest): Promise<PatternQuarantined>
  editPattern(request: EditRequest): Promise<PatternEdited>
  mergePatterns(request: MergeRequest): Promise<PatternsMerged>
  /** Stores a pattern that a role stated, at once. */
  storePattern(request: StoreRequest): Promise<PatternStored>
  /** What a role may be shown, as it scores for some work; without a receipt. */
  queryPatterns(query: PatternQuery): Promise<PatternView[]>
  /** Grades by hand, with name and reason; a run grades a pattern once. */
  reinforcePatterns(request: ReinforceRequest): Promise<PatternGraded[]>
  penalisePattern(request: PenaliseRequest): Promise<PatternGraded>
}

export function patternVerbs(context: LoopContext, keepers: Keepers): PatternVerbs {
  return {
    patterns: (filter) => listPatterns(context, filter),
    pattern: (id) => tellPattern(context, id),
    why: (id) => why(context, id),
    whyCriterion: async (name) => (await import('../governance/why-named.ts')).whyCriterion(context, name),
    whyStrategy: async (name) => (await import('../governance/why-named.ts')).whyStrategy(context, name),
    checkCitations: async () => (await import('../patterns/cited-lines.ts')).checkCitations(context),
    promotePattern: async (request) =>
      (await import('../patterns/decide-pattern.ts')).promotePattern(context, request),
    deprecatePattern: async (request) =>
      (await import('../patterns/decide-pattern.ts')).deprecatePattern(context, request),
    resetPattern: async (request) =>
      (await import('../patterns/decide-pattern.ts')).resetPattern(context, request),
    quarantineSource: async (request) =>
      (await import('../patterns/quarantine-source.ts')).quarantineSource(context, request, keepers),
    quarantinePattern: async (request) =>
      (await import('../patterns/quarantine-pattern.ts')).quarantinePattern(context, request),
    releasePattern: async (request) =>
      (await import('../patterns/quarantine-pattern.ts')).releasePattern(context, request),
    editPattern: async (request) =>
      (await import('../patterns/edit-pattern.ts')).editPattern(context, request),
    mergePatterns: async (request) =>
      (await import('../patterns/merge-patterns.ts')).mergePatterns(context, request),
    storePattern: async (request) =>
      (await import('../patterns/store-pattern.ts')).storePattern(context, request),
    queryPatterns: async (query) =>
      (await import('../patterns/query-patterns.ts')).queryPatterns(context, query),
    reinforcePatterns: async (request) =>
      (await import('../patterns/grade-pattern.ts')).reinforcePatterns(context, request),
    penalisePattern: async (request) =>
      (await import('../patterns/grade-pattern.ts')).penalisePattern(context, request),
  }
}
