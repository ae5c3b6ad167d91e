import type { LoopContext } from './context.ts'
import type { Keepers } from './journal/keepers.ts'
import { throughDoor } from './journal/through-door.ts'
import { type DeliberationVerbs, deliberationVerbs } from './verbs/deliberations.ts'
import { type ExchangeVerbs, exchangeVerbs } from './verbs/exchange.ts'
import { type GovernanceVerbs, governanceVerbs } from './verbs/governance.ts'
import { type InjectionVerbs, injectionVerbs } from './verbs/injection.ts'
import { type JournalVerbs, journalVerbs } from './verbs/journal.ts'
import { type LearningVerbs, learningVerbs } from './verbs/learning.ts'
import { type OutcomeVerbs, outcomeVerbs } from './verbs/outcomes.ts'
import { type PatternVerbs, patternVerbs } from './verbs/patterns.ts'
import { type ReportVerbs, reportVerbs } from './verbs/reports.ts'
import { type RunVerbs, runVerbs } from './verbs/runs.ts'
import { type SessionVerbs, sessionVerbs } from './verbs/sessions.ts'
import { type TaskTroubleVerbs, taskTroubleVerbs } from './verbs/task-trouble.ts'

/** The verbs of the loop, the same on every surface. */
export interface Loop
  extends LearningVerbs,
    InjectionVerbs,
    DeliberationVerbs,
    PatternVerbs,
    OutcomeVerbs,
    TaskTroubleVerbs,
    GovernanceVerbs,
    ExchangeVerbs,
    RunVerbs,
    ReportVerbs,
    SessionVerbs,
    JournalVerbs {}

/** Verbs that few commands need are loaded when they are called. */
export function createLoop(context: LoopContext, keepers: Keepers): Loop {
  const loop: Loop = {
    ...learningVerbs(context, keepers),
    ...injectionVerbs(context, keepers),
    ...deliberationVerbs(context),
    ...patternVerbs(context, keepers),
    ...outcomeVerbs(context),
    ...taskTroubleVerbs(context),
    ...governanceVerbs(context),
    ...exchangeVerbs(context, keepers),
    ...runVerbs(context),
    ...reportVerbs(context, keepers),
    ...sessionVerbs(context, keepers),
    ...journalVerbs(context, keepers),
  }
  return throughDoor(loop, context.origin)
}
